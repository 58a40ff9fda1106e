#!/bin/bash
# Run for each submission: answer.json is the student's claim about the position of question.json.
root=${GRADE:-/grade}
mkdir -p "$root/results"
grundyd grade --as prairielearn --claim "$root/student/answer.json" "$root/tests/question.json" >"$root/results/results.json"

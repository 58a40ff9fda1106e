# "Grading" is "Template grader", a test each; the standard input of the test is an input of the problem.
import subprocess
import tempfile

student = """{{ STUDENT_ANSWER | e('py') }}"""
data = """{{ TEST.stdin | e('py') }}"""

with tempfile.TemporaryDirectory() as folder:
    for name, text in ("answer.py", student), ("input", data):
        with open(f"{folder}/{name}", "w") as file:
            file.write(text)
    with open(f"{folder}/input") as stdin, open(f"{folder}/output", "wb") as stdout:
        subprocess.run(["python3", f"{folder}/answer.py"], stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL)
    command = ["grundyd", "check", "hdu-1846", "--as", "coderunner", "--input", f"{folder}/input", "--output", f"{folder}/output"]
    print(subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout)

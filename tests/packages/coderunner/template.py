# "Grading" is "Template grader", a test each; the standard input of the test is an input of the problem. It is held in memory: the
# student's program is handed a copy through a pipe, and the grader reads what was held, so nothing that the program writes changes it.
import ctypes
import os
import signal
import subprocess
import tempfile

student = """{{ STUDENT_ANSWER | e('py') }}"""
data = """{{ TEST.stdin | e('py') }}""".encode()

ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE: others of our user see neither our memory nor our files
other = {"user": "nobody", "group": "nogroup", "extra_groups": []}
try:
    subprocess.run(["python3", "-c", ""], check=True, stderr=subprocess.DEVNULL, **other)
except (OSError, KeyError, subprocess.CalledProcessError):
    other = {}  # we may not become another user, or that one may not run Python
with tempfile.TemporaryDirectory() as box, tempfile.TemporaryDirectory() as desk:
    os.chmod(box, 0o755)
    with open(f"{box}/answer.py", "w") as file:
        file.write(student)
    with open(f"{desk}/output", "wb") as stdout:
        program = subprocess.Popen(["python3", f"{box}/answer.py"], cwd=box, stdin=subprocess.PIPE, stdout=stdout,
                                   stderr=subprocess.DEVNULL, start_new_session=True, **other)
        program.communicate(data)
    try:
        os.killpg(program.pid, signal.SIGKILL)  # what it has left behind
    except OSError:
        pass
    command = ["grundyd", "check", "hdu-1846", "--as", "coderunner", "--input", "-", "--output", f"{desk}/output"]
    print(subprocess.run(command, input=data, stdout=subprocess.PIPE).stdout.decode())

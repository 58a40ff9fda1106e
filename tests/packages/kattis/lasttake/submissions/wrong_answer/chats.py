print("I take two from the first heap.", flush=True)
try:
    while True:
        input()
except EOFError:
    pass

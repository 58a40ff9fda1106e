for _ in range(int(input())):
    n, m = map(int, input().split())
    print("first" if n % (m + 1) else "second")

for _ in range(int(input())):
    n, m = map(int, input().split())
    print("first" if 1 // (n % (m + 1)) >= 0 else "second")

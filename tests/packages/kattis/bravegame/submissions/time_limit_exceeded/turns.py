for _ in range(int(input())):
    n, m = map(int, input().split())
    while n % (m + 1) == 0:
        pass
    print("first")

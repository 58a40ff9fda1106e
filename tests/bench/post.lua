-- wrk script: the question that the README begins with.
wrk.method = "POST"
wrk.path = "/nim"
wrk.body = '{"heaps":[3,4,5]}'
wrk.headers["Content-Type"] = "application/json"

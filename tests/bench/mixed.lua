-- wrk script: questions of every kind in turn, good and bad.
local json = { ["Content-Type"] = "application/json" }
local requests = {
  wrk.format("POST", "/nim", json, '{"heaps":[3,4,5]}'),
  wrk.format("POST", "/nim", json, '{"heaps":["18446744073709551616",7,9],"moves":"all","positions":true,"explain":"en"}'),
  wrk.format("POST", "/nim", json, '{"heaps":[1,1,1],"misere":true,"explain":"zh"}'),
  wrk.format("GET", "/nim?position=%7B%22heaps%22%3A%5B1%2C2%5D%7D"),
  wrk.format("POST", "/wythoff", json, '{"heaps":["123456789012345678901234567890",55],"moves":"all","limit":100}'),
  wrk.format("POST", "/pair-split", json, '{"pairs":[["18446744073709551616",12],[3,4]]}'),
  wrk.format("POST", "/nim", json, '{"heaps":[1,2.5,-1],"heap":1}'),
  wrk.format("POST", "/nim", json, '{"heaps":[1,'),
  wrk.format("POST", "/nothing", json, "{}"),
  wrk.format("DELETE", "/nim"),
  wrk.format("GET", "/games"),
  wrk.format("GET", "/games/nim"),
  wrk.format("GET", "/metrics"),
  wrk.format("GET", "/healthz"),
  wrk.format("OPTIONS", "/nim"),
}
local at = 0
request = function()
  at = at % #requests + 1
  return requests[at]
end

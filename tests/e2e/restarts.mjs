#!/usr/bin/env node
// restarts.mjs GRUNDYD: stopped by SIGTERM again and again under load, the daemon answers whoever it let in. GRUNDY_RESTARTS and
// GRUNDY_REQUESTS are how often and beside how many requests at least (make soak: 50 and 100000).
import { connect } from "node:net";
import { check, nim, responses, start, until } from "../support/e2e/daemon.mjs";
import { freePort } from "../support/e2e/redis.mjs";

const binary = process.argv[2], restarts = Number(process.env.GRUNDY_RESTARTS ?? 4), requests = Number(process.env.GRUNDY_REQUESTS ?? 2000);
const count = { answered: 0, lost: 0, late: 0, refused: 0 };
let over = false, port = 0;
// For how long these clients themselves stood still at last, on a busy machine: the daemon waits a quarter of a second for a request.
const LATE_MS = 100;
let still = 0, turn = performance.now();
setInterval(() => ((still = performance.now() - turn), (turn += still)), 5).unref();

// One connection: asks up to `most` times, as long as the daemon keeps it. Resolves when it is closed.
const converse = (most) =>
  new Promise((done) => {
    const socket = connect({ host: "127.0.0.1", port }), asked = nim([3, 4, 5]);
    let connected = false, text = "", waiting = false, left = most, late = false;
    const ask = () => {
      waiting = true;
      late = still > LATE_MS || performance.now() - turn > LATE_MS;
      left--;
      socket.write(asked);
    };
    socket.setNoDelay(true);
    socket.on("connect", () => {
      connected = true;
      ask();
    });
    socket.on("data", (data) => {
      text += data.toString("latin1");
      const [reply] = responses(text).list;
      if (!reply) return;
      check(reply.status === 200, text);
      count.answered++;
      text = "";
      waiting = false;
      if (reply.headers.connection === "close" || !left) socket.end();
      else ask();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      if (!connected) count.refused++;
      else if (waiting) count[late ? "late" : "lost"]++;
      done();
    });
  });

const client = async (most) => {
  while (!over) await converse(most);
};

port = await freePort(); // one that no client of a stopped daemon is given as its own
let daemon = await start(binary, ["--threads", "2", "--listen", `127.0.0.1:${port}`]);
check(!daemon.ended, daemon.err);
const clients = [1, 1, 1, 1, 1, 1, 1, 1, 20, 20, 20, 1000].map(client);
// A restart at which these clients stood still proves nothing, and is made again. Not for ever: what is lost must not pass for late.
let clean = 0, tries = 0, late = 0;
for (;;) {
  const from = count.answered;
  await until(() => count.answered - from >= requests / restarts, "answers between two restarts");
  if (tries && count.late === late) clean++;
  if (clean === restarts) break;
  check(tries++ < 5 * restarts, `${count.late} requests were late in ${tries} restarts`);
  late = count.late;
  daemon.child.kill("SIGTERM");
  const { code } = await daemon.end;
  check(code === 0, `ended with ${code}: ${daemon.err}`);
  daemon = await start(binary, ["--threads", "2", "--listen", `127.0.0.1:${port}`, "--drain", tries % 2 ? "0s" : "100ms"]);
  check(!daemon.ended, daemon.err);
}
over = true;
await Promise.all(clients);
daemon.child.kill("SIGTERM");
await daemon.end;
check(count.lost === 0, `${count.lost} requests were lost beside ${count.answered}`);
console.log(`ok ${tries} restarts: ${count.answered} answered, none lost (${count.refused} connections refused, ${count.late} requests late)`);

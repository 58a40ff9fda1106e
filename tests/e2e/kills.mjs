#!/usr/bin/env node
// Four daemons on one directory of tables, killed and stopped at random moments while they make tables: every answer is right (it
// equals that of a daemon with private tables), nobody hangs, nobody finds a torn table, and nothing is left behind. GRUNDY_KILLS says
// how often (200).
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const daemon = process.argv[2], kills = Number(process.env.GRUNDY_KILLS ?? 200);
const work = mkdtempSync(join(tmpdir(), "grundy-")), tables = join(work, "tables");
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

function start(directory) {
    const child = spawn(daemon, ["--listen", "127.0.0.1:0", "--threads", "1", "--tables", directory, "--log", "error", "--deadline", "60m"]);
    const url = new Promise((done, failed) => {
        let text = "";
        child.stdout.on("data", (data) => {
            text += data;
            const found = /listening on (\S+)\n/.exec(text);
            if (found) done(found[1]);
        });
        child.on("exit", () => failed(new Error("ended before it listened")));
    });
    return url.then((at) => ({ child, url: at, gone: new Promise((done) => child.on("exit", done)) }));
}

// Rules of few kinds and many lengths: tables are made, found and lengthened. Sets of amounts are done when their period is proven;
// of these codes none is known, so that their tables grow with the heap. The kinds change with the round.
const codes = ["0.007", "0.016", "0.106", "0.114", "0.135", "0.142", "0.143", "0.146", "0.162", "0.163", "0.172", "0.204", "0.205"];
function question(round) {
    const take = [1 + (round >> 4) % 3, 4 + (round >> 5) % 7, 13 + (round >> 6) % 11];
    const periodic = Math.random() < 0.3, most = periodic ? 600000 : 30000, size = () => 1 + Math.floor(Math.random() * most);
    const rules = periodic ? { take: [...new Set(take)] } : { octal: codes[(round >> 3) % codes.length] };
    return JSON.stringify({ rules, heaps: [size(), size()], moves: "none" });
}

async function ask(server, body) {
    const reply = await fetch(`${server.url}/sg`, { method: "POST", body });
    return { status: reply.status, text: await reply.text() };
}

let wrong = 0, answered = 0;
async function compare(server, oracle, body) {
    let got;
    try {
        // The client may go on waiting for a process that is dead. One that lives and hangs keeps this test until it is ended.
        got = await Promise.race([ask(server, body), server.gone.then(() => { throw new Error("killed"); })]);
    } catch {
        return; // killed meanwhile
    }
    const right = await ask(oracle, body);
    answered++;
    if (got.text !== right.text) {
        wrong++;
        console.error(`wrong: ${body}\n  ${got.text}`);
    }
}

// What this daemon has thrown away: a file has its name only when it is whole, so that must be nothing.
let torn = 0;
async function look_for_torn(server) {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    torn += Number(/^grundy_tables_rejected_total (\d+)/m.exec(text)[1]);
}

const oracle = await start("none");
const servers = await Promise.all([0, 1, 2, 3].map(() => start(tables)));
for (let round = 0; round < kills; round++) {
    const at = Math.floor(Math.random() * 4), stopped = servers[(at + 1) % 4];
    const asked = servers.filter((server) => server !== stopped).map((server) => compare(server, oracle, question(round)));
    stopped.child.kill("SIGSTOP");
    await wait(Math.random() * 6);
    if (round % 10 === 9) await look_for_torn(servers[at]);
    servers[at].child.kill("SIGKILL");
    await servers[at].gone;
    await Promise.all(asked);
    stopped.child.kill("SIGCONT");
    servers[at] = await start(tables);
}
for (const server of servers) {
    await look_for_torn(server);
    server.child.kill("SIGKILL");
    await server.gone;
}
const last = await start(tables);
const left = readdirSync(tables).filter((name) => name.startsWith("tmp."));
for (let round = 0; round < 400; round += 16) await compare(last, oracle, question(round));
await look_for_torn(last);
for (const server of [last, oracle]) {
    server.child.kill("SIGKILL");
    await server.gone;
}
rmSync(work, { recursive: true });
console.log(`${kills} kills, ${answered} answers compared, ${wrong} wrong, ${torn} torn, ${left.length} left behind`);
process.exit(wrong || torn || left.length || answered < kills ? 1 : 0);

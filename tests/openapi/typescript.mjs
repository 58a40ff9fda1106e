// Makes types of openapi.yaml, compiles the programs of tests/openapi/typescript against them as strictly as can be, and runs them.
// usage: typescript.mjs GRUNDYD DIRECTORY
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync, copyFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { start, stop } from "../support/e2e/daemon.mjs";

const [binary, directory] = process.argv.slice(2);
const modules = resolve("tests/openapi/node_modules"), sources = "tests/openapi/typescript";
const run = (tool, ...args) => execFileSync(process.execPath, [join(modules, tool), ...args], { cwd: directory, stdio: "inherit" });

mkdirSync(directory, { recursive: true });
if (!existsSync(join(directory, "node_modules"))) symlinkSync(modules, join(directory, "node_modules"));
writeFileSync(join(directory, "package.json"), '{"type":"module"}\n');
const programs = readdirSync(sources).filter((name) => name.endsWith(".ts"));
for (const name of programs) copyFileSync(join(sources, name), join(directory, name));

run("openapi-typescript/bin/cli.js", resolve("openapi.yaml"), "-o", "api.d.ts");
run("typescript/bin/tsc", "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--target", "es2022", "--module", "nodenext",
  "--types", "node", "--typeRoots", join(modules, "@types"), ...programs);

const daemon = await start(resolve(binary), ["--drain", "0s"]);
for (const name of programs)
  execFileSync(process.execPath, [name.replace(/ts$/, "js"), daemon.url], { cwd: directory, stdio: "inherit" });
await stop(daemon);

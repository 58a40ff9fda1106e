#!/usr/bin/env node
// types.mjs GRUNDYD: the page's modules are free of type errors, with the types of the service's answers made from openapi.yaml.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import openapi, { astToString } from "openapi-typescript";

const folder = mkdtempSync(join(tmpdir(), "grundy-types-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "openapi.d.ts"), astToString(await openapi(pathToFileURL(resolve("openapi.yaml")))));
const config = { extends: resolve("tests/browser/tsconfig.json"), compilerOptions: { paths: { openapi: [join(folder, "openapi.d.ts")] } }, include: [resolve("server/web/**/*.js")] };
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
try {
  execFileSync(process.execPath, ["tests/browser/node_modules/typescript/bin/tsc", "-p", join(folder, "tsconfig.json")], { stdio: "inherit" });
} catch {
  process.exit(1);
}

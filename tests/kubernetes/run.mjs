#!/usr/bin/env node
// run.mjs MANIFEST: every object of it is one of its kind, by the types that are made of Kubernetes' own description: no member is misspelt, missing,
// of another kind, or in another version of the API. No cluster is needed. (make kubernetes-check)
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url)), modules = join(here, "node_modules");
const { parseAllDocuments } = createRequire(join(here, "package.json"))("yaml");
const work = mkdtempSync(join(tmpdir(), "grundy-kubernetes-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
symlinkSync(modules, join(work, "node_modules"));

// What the compiler says about these objects.
function complaints(objects) {
  const folder = (version) => version.replace(/^v/, "core/v").replace(".k8s.io", "");
  const lines = objects.map((one, i) => `import type { ${one.kind} as Kind${i} } from "kubernetes-types/${folder(one.apiVersion)}";\nexport const object${i}: Kind${i} = ${JSON.stringify(one, null, 1)};`);
  writeFileSync(join(work, "objects.ts"), lines.join("\n"));
  const told = spawnSync(process.execPath, [join(modules, "typescript/bin/tsc"), "--noEmit", "--strict", "--module", "nodenext", "--moduleResolution", "nodenext", join(work, "objects.ts")], { encoding: "utf8" });
  return told.stdout.trim();
}
const fail = (text) => (console.error(text), process.exit(1));

const read = () => parseAllDocuments(readFileSync(process.argv[2], "utf8")).map((one) => one.toJS());
const said = complaints(read());
if (said) fail(said);
// And it does complain.
const spoil = [
  ([one]) => (one.spec.template.spec.containers[0].readynessProbe = one.spec.template.spec.containers[0].readinessProbe),
  ([one]) => delete one.spec.selector,
  ([one]) => (one.spec.replicas = "3"),
  (all) => (all.find(({ kind }) => kind === "HorizontalPodAutoscaler").apiVersion = "autoscaling/v1"),
];
for (const change of spoil) {
  const objects = read();
  change(objects);
  if (!/error TS/.test(complaints(objects))) fail(`nothing is said about ${change}`);
}
console.log(`kubernetes: ${read().length} objects, no fault`);

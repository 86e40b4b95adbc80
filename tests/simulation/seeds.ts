// Runs some seeds, one after the other, and prints a line of JSON for each that broke a promise. With a single seed it
// prints what happened.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulate } from './simulate.ts'
import { emptyDatabase } from './store-server.ts'

const [from = 1, count = 1, step = 1] = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-simulation-'))
const template = await emptyDatabase(folder)
rmSync(folder, { recursive: true })

let calls = 0
for (let index = 0; index < count; index++) {
  const outcome = await simulate(from + index * step, template)
  calls += outcome.calls
  if (count === 1) process.stdout.write(`${outcome.trace.join('\n')}\n`)
  const { seed, violations } = outcome
  if (violations.length > 0) process.stdout.write(`${JSON.stringify({ seed, violations: violations.slice(0, 5) })}\n`)
}
process.stdout.write(`${JSON.stringify({ seeds: count, calls })}\n`)

// `npm run attack`: what the other callers of a gateway notice while one of them is hostile or unlucky. Each row starts
// its own gateway, lets one caller do harm, and meanwhile measures the steady calls of another account. With all rows
// it writes docs/benchmarks/attack.md. Flags: --only <words,…> (rows whose title has one), --flags=<flags of
// the gateway's runtime>, such as those of a profile.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startHostile } from './attack/hostile-upstream.ts'
import { rowsFor } from './attack/rows.ts'
import { attacked } from './attack/target.ts'

const { values: flags } = parseArgs({
  options: { only: { type: 'string', default: '' }, flags: { type: 'string', default: '' } },
})
const upstream = await startHostile()
const say = (text: string) => void process.stdout.write(`${text}\n`)
const words = flags.only.split(',').filter((word) => word !== '')
const chosen = rowsFor(upstream).filter(({ title }) => words.length === 0 || words.some((word) => title.includes(word)))
const runtimeFlags = flags.flags.split(' ').filter((flag) => flag !== '')
const lines = [
  '| One caller does | It gets | Longest wait of others | p99 of others | Memory |',
  '|---|---|---|---|---|',
]
say(lines.join('\n'))
for (const { title, run, ...options } of chosen) {
  const { outcome, longestMs, p99Ms, memoryMb } = await attacked(upstream, { ...options, flags: runtimeFlags }, run)
  const figures = `${longestMs.toFixed(0)} ms | ${p99Ms.toFixed(0)} ms | +${memoryMb} MB`
  const line = `| ${title} | ${outcome} | ${figures} |`
  say(line)
  lines.push(line)
}
upstream.stop()
if (words.length === 0 && runtimeFlags.length === 0)
  writeFileSync(fileURLToPath(new URL('../docs/benchmarks/attack.md', import.meta.url)), documentOf(lines.join('\n')))

function documentOf(table: string): string {
  const date = new Date().toISOString().slice(0, 10)
  return `# What others notice of a hostile caller

\`npm run attack\` starts a gateway for each row, lets one caller do what the row says, and rolls dice for another
account all the while, one call after the other. "Longest wait" is the longest of those calls, the one under way
included. "Memory" is how far the resident memory of the program rose while the row ran, its threads included. Rows
about bodies and pages have made one call of the kind before, so that it counts neither code nor the start of threads.

Measured on ${date}: ${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.version}. The attacker, the
steady caller and the upstream share these cores with the gateway, so the first row shows what the machine itself costs.

${table}
`
}

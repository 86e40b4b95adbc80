// `npm run attack`: measures the effect of a hostile or unlucky caller on the other callers of a gateway. Each row
// starts its own gateway, lets one caller do harm, and meanwhile measures the steady calls of another account. It fails
// if others wait for longer than a row allows, and writes its rows into docs/benchmarks/attack.md unless other programs
// keep the machine busy.
// `npm run attack -- select pictures` runs the rows whose title has one of these words. Flags: --list prints the titles
// only; --flags=<flags of the gateway's runtime>, such as those of a profile, leaves the document unchanged.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startHostile } from './attack/hostile-upstream.ts'
import { rowsFor } from './attack/rows.ts'
import { attacked } from './attack/target.ts'

const { values: flags, positionals: words } = parseArgs({
  options: { list: { type: 'boolean', default: false }, flags: { type: 'string', default: '' } },
  allowPositionals: true,
})
const documentPath = fileURLToPath(new URL('../docs/benchmarks/attack.md', import.meta.url))
const say = (text: string) => void process.stdout.write(`${text}\n`)
const tableHead =
  '| One caller does | It gets | Longest wait of others | p99 of others | Memory |\n|---|---|---|---|---|'
const upstream = await startHostile()
const rows = rowsFor(upstream)
const chosen = rows.filter(({ title }) => words.length === 0 || words.some((word) => title.includes(word)))
if (chosen.length === 0) {
  say(`No title of a row has ${words.join(' or ')}. --list prints them.`)
  process.exitCode = 1
} else if (flags.list) for (const { title } of chosen) say(title)
else await runRows()
upstream.stop()

async function runRows(): Promise<void> {
  const runtimeFlags = flags.flags.split(' ').filter((flag) => flag !== '')
  const measured = new Map<string, string>()
  const [load = 0] = loadavg()
  const isQuiet = load < cpus().length / 2
  if (!isQuiet) say(`The load of the machine is ${load.toFixed(1)}: the document stays as it is.\n`)
  say(tableHead)
  for (const { title, run, mostMs = Number.POSITIVE_INFINITY, ...options } of chosen) {
    const { outcome, longestMs, p99Ms, memoryMb } = await attacked(upstream, { ...options, flags: runtimeFlags }, run)
    const figures = `${longestMs.toFixed(0)} ms | ${p99Ms.toFixed(0)} ms | +${memoryMb} MB`
    const line = `| ${title} | ${outcome} | ${figures} |`
    say(line)
    measured.set(title, line)
    if (longestMs > mostMs) {
      process.exitCode = 1
      say(`Others may wait for ${mostMs} ms here at most.`)
    }
    // an interrupted run keeps the rows that it finished
    if (isQuiet && runtimeFlags.length === 0) writeFileSync(documentPath, documentOf(measured))
  }
}

/** Returns the document with the measured rows replaced, and the other rows unchanged. */
function documentOf(measured: ReadonlyMap<string, string>): string {
  const present = readFileSync(documentPath, 'utf8').split('\n')
  const lines = rows.flatMap(({ title }) => {
    const line = measured.get(title) ?? present.find((one) => one.startsWith(`| ${title} | `))
    return line === undefined ? [] : [line]
  })
  const date = new Date().toISOString().slice(0, 10)
  return `# What others notice of a hostile caller

\`npm run attack\` starts a gateway for each row, as \`npm start\` does, lets one caller do what the row says, and rolls
dice for another account all the while, one call after the other; where names of servers are what is attacked, these are
live calls to a provider that is given by name. "Longest wait" is the longest of those calls, the one under way
included. "Memory" is how far the resident memory of the program rose while the row ran, its threads included. Rows
about bodies and pages have made one call of the kind before, so that it counts neither code nor the start of threads.
\`npm run attack -- select pictures\` runs and replaces the rows whose title has one of these words.

Last measured on ${date}: ${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.version}. The attacker, the
steady caller and the upstream share these cores with the gateway, so the first row shows what the machine itself costs.

${[tableHead, ...lines].join('\n')}

Idle connections that end together are closed by Node without a pause, some 20 µs each. Their number follows the limit of open files; a
proxy in front can limit them for each address.
`
}

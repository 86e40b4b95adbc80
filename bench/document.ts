// docs/benchmarks.md: a full run for readers, with what it does and does not show.
import type { Effort, Result } from './cases/case.ts'
import type { Machine } from './machine.ts'
import { targetLine } from './report.ts'

interface Run {
  readonly machine: Machine
  readonly effort: Effort
  readonly results: readonly Result[]
  /** Cases that could not be measured, with the reason. */
  readonly failed: readonly string[]
}

export function documentOf({ machine, effort, results, failed }: Run): string {
  return [
    '# Benchmarks',
    'Written by `npm run bench` (nothing here is edited by hand); every value of every round is in [benchmarks.json](benchmarks.json).',
    howToRead(effort),
    machine.lines.map((line) => `- ${line}`).join('\n'),
    ...machine.missing,
    ...failed,
    '## Targets',
    results.flatMap(({ targets }) => targets.map((target) => `- ${targetLine(target)}`)).join('\n'),
    ...results.map(sectionOf),
    whatItDoesNotShow,
    again,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

const howToRead = ({ rounds, seconds, warmSeconds }: Effort) => `## How to read it

The headline is **CPU seconds of the process per 10,000 calls**, user and system, read from the kernel before and after, child
processes and garbage collection included. Unlike a rate it does not depend on how much of the machine the load generator and the
upstream took, and it says how many calls a core can carry: 0.5 means 20,000 a second.

All contenders run in front of the same upstream, get the same calls from the same generator, and are measured one after another
in interleaved rounds (${rounds} of ${seconds} s in the main case, after ${warmSeconds} s to warm up). A ratio is taken within a round and the median over the rounds; least
and most are in brackets. Rates and latencies under full load are shown for completeness: they are those of a machine that does
everything at once.

Gatehouse runs as it is started by \`npm start\`, one process, with everything on: the key check, both quotas, validation, the
provider key put in and looked for in the answer, header rules, metering, request id, all headers. nginx and HAProxy do the part of
it that their configuration can: key map, rate limit, injected header, request id. The Node proxies forward, and nothing else.
"bare dispatch" is no product: Node's server in front of undici's \`dispatch\`, the floor for any gateway of Node that has no parser of its own.`

function sectionOf({ title, how, columns, rows, notes }: Result): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const table = columns.length > 0 ? [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n') : ''
  return [`## ${title}`, how, table, notes.join('\n')].filter((part) => part !== '').join('\n\n')
}

const whatItDoesNotShow = `## What it does not show

- TLS, on either side: everything is plain HTTP on loopback, so there is no network and no handshake in any figure.
- Real providers. What a call takes is nearly always the provider's time; this is what the gateway adds.
- PostgreSQL. The store is SQLite; calls touch neither but once per block of day quota and for the batches of the meter.
- Many accounts at once: one key calls, so caches are warm. Memory grows with the accounts that call.
- Other machines. Ratios carry over better than seconds, and system calls weigh differently under virtualisation.`

const again = `## To run it

\`\`\`
npm ci --prefix bench   # the npm contenders and autocannon; nginx, haproxy, wrk and redis-server come from the system
npm run bench           # under ten minutes, writes this page
npm run bench -- --quick
\`\`\`

What is not installed is left out and named.`

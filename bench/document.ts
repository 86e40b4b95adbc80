// Writes docs/benchmarks.md: a full run for readers, with what it does and does not show.
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

The headline is **CPU seconds of the process per 10,000 calls**, user and system, read from the kernel before and after, including child
processes and garbage collection. Unlike a rate, it does not depend on how much of the machine the load generator and the
upstream used, and it tells how many calls one core can handle: 0.5 means 20,000 per second.

All contenders run in front of the same upstream, get the same calls from the same generator, and are measured one after another
in interleaved rounds (${rounds} of ${seconds} s in the main case, after ${warmSeconds} s to warm up). Ratios are computed within a round; the value shown is the median over the rounds,
with the minimum and maximum in brackets. Rates and latencies under full load are shown for completeness: the same machine also runs the
load generator and the upstream.

Gatehouse runs as started by \`npm start\`, as one process with everything enabled: key check, both quotas, validation, the
provider key injected and masked in the response, header rules, metering, request id, all headers. nginx and HAProxy do the part of
this that their configuration can express: key map, rate limit, injected header, request id. The Node proxies only forward.
"bare dispatch" is not a product but Node's server in front of undici's \`dispatch\`, the floor for any Node gateway without its own HTTP parser.`

function sectionOf({ title, how, columns, rows, notes }: Result): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const table = columns.length > 0 ? [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n') : ''
  return [`## ${title}`, how, table, notes.join('\n')].filter((part) => part !== '').join('\n\n')
}

const whatItDoesNotShow = `## What it does not show

- TLS, on either side: everything is plain HTTP on loopback, so no figure includes a network or a handshake.
- Real providers. Most of a call's time is nearly always the provider's; these figures are what the gateway adds.
- PostgreSQL. The store is SQLite; calls touch the store only once per block of day quota and when usage is written in batches.
- Many accounts at once: all calls use one key, so caches are warm. Memory grows with the number of active accounts.
- Other machines. Ratios carry over better than seconds, and the cost of system calls varies with virtualisation.`

const again = `## Running it

\`\`\`
npm ci --prefix bench   # the npm contenders and autocannon; nginx, haproxy, wrk and redis-server come from the system
npm run bench           # under ten minutes, writes this page
npm run bench -- --quick
\`\`\`

Contenders that are not installed are left out and named.`

// `npm run bench`: measures the cost of a call through the gateway, compared with others, on this machine, now.
// Loopback only. Prints tables, writes JSON, and with a full run docs/benchmarks.md. Flags: --quick (under 90 s),
// --guard (exits with 1 if a figure exceeds CI's bound, as a rule twice its target), --only <words,…> (cases whose
// title has one), --json <file>.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { addedLatency } from './cases/added-latency.ts'
import { agentCall } from './cases/agent-call.ts'
import { callRecord } from './cases/call-record.ts'
import type { Effort, Result } from './cases/case.ts'
import { chat, firstToken, type Routers, routersFor } from './cases/chat.ts'
import { embedded } from './cases/embedded.ts'
import { concurrentStreams, events } from './cases/events.ts'
import { largeAnswers, type Proxies, proxies, smallAnswers, startProxies } from './cases/proxying.ts'
import { recordedAnswers } from './cases/recorded-answers.ts'
import { scaleOut } from './cases/scale-out.ts'
import { slowReader } from './cases/slow-reader.ts'
import { start } from './cases/start.ts'
import { workerAnswer } from './cases/worker-answer.ts'
import { workers } from './cases/workers.ts'
import type { Contender } from './contenders/contender.ts'
import { direct } from './contenders/direct.ts'
import { gatehouse, type RunningGatehouse, startGatehouse } from './contenders/gatehouse.ts'
import { nginx } from './contenders/nginx.ts'
import { portkey } from './contenders/portkey.ts'
import { documentOf } from './document.ts'
import { generator } from './load.ts'
import { machine } from './machine.ts'
import { startProgram, waitFor } from './process.ts'
import { exceeded, textOf } from './report.ts'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    guard: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    json: { type: 'string', default: '' },
  },
})
const say = (text: string) => void process.stdout.write(`${text}\n`)

const quick: Effort = { rounds: 2, seconds: 1, warmSeconds: 2 }
const full: Effort = { rounds: 7, seconds: 2, warmSeconds: 5 }
const effort = flags.quick ? quick : full
/** Effort for less important cases; the programs are warm by then. */
const few: Effort = flags.quick ? { rounds: 1, seconds: 1, warmSeconds: 0 } : { rounds: 3, seconds: 2, warmSeconds: 1 }
/** Effort for restarted programs. */
const cold: Effort = { ...few, rounds: flags.quick ? 1 : 3, warmSeconds: flags.quick ? 2 : 4 }

/** Effort for programs that do much per call: tens of thousands of calls pass before all of it is compiled. */
const slow: Effort = { ...cold, warmSeconds: flags.quick ? cold.warmSeconds : 12 }

/** The contenders of a quick run, for cases without a target. */
const fewProxies: readonly Contender[] = [direct, nginx, gatehouse]
const some = (all: Proxies): Proxies =>
  flags.quick ? new Map([...all].filter(([contender]) => fewProxies.includes(contender))) : all

interface Field {
  readonly upstream: number
  readonly proxies: Proxies
  readonly ours: RunningGatehouse
  readonly routers: Routers
}

/** The cases in order; each starts from the programs that the previous one left running. */
interface Case {
  readonly title: string
  /** True if the case runs in a quick run only on request. */
  readonly long?: boolean
  readonly run: (field: Field) => Promise<Result>
}
const cases: readonly Case[] = [
  { title: 'Answers of 1 KB', run: ({ proxies }) => smallAnswers(proxies, effort) },
  {
    title: 'Answers of 100 KB',
    run: ({ proxies }) => largeAnswers(some(proxies), { ...few, rounds: Math.max(2, few.rounds) }),
  },
  { title: 'Added latency', run: ({ proxies }) => addedLatency(some(proxies), few) },
  { title: 'Server-sent events', run: ({ proxies }) => events(some(proxies), few) },
  {
    title: 'Chat, whole',
    run: ({ ours, routers, proxies }) => chat(ours, routers, { stream: false, proxies, effort: slow }),
  },
  {
    title: 'Chat, streamed',
    // code shared by both kinds of responses is warm by then
    run: ({ ours, routers, proxies }) =>
      chat(ours, routers, { stream: true, proxies, effort: { ...slow, warmSeconds: slow.warmSeconds / 2 } }),
  },
  { title: 'First token', run: ({ upstream, routers }) => firstToken(upstream, routers, few) },
  {
    title: 'Embedded answer',
    run: ({ ours }) => embedded(ours, flags.quick ? cold : { ...slow, rounds: 15, seconds: 1 }),
  },
  { title: 'Answer from a thread', run: () => workerAnswer({ ...cold, rounds: flags.quick ? 1 : 5 }) },
  { title: 'Call of an agent', run: () => agentCall({ ...cold, rounds: flags.quick ? 1 : 5 }) },
  { title: 'Scale-out', run: () => scaleOut({ ...cold, rounds: flags.quick ? 2 : 5 }) },
  {
    title: 'Record of calls',
    run: ({ upstream }) =>
      flags.quick
        ? callRecord(upstream, { ...cold, rounds: 3 }, 1)
        : callRecord(upstream, { ...cold, rounds: 20, seconds: 1 }, 6),
  },
  {
    title: 'Recorded answers',
    run: ({ upstream }) => recordedAnswers(upstream, { ...cold, rounds: flags.quick ? 5 : 40, seconds: 1 }),
  },
  { title: '1,000 event streams', run: ({ upstream }) => withProxies(upstream, concurrentStreams) },
  {
    title: 'Slow reader',
    run: ({ upstream }) => withGatehouse(upstream, (fresh) => slowReader(fresh, flags.quick ? 2 : 20)),
  },
  { title: 'Start', run: () => start({ ...few, rounds: flags.quick ? 1 : 5 }) },
  // no figure has a target
  { title: 'Workers', long: true, run: ({ upstream }) => workers(upstream, cold) },
]

async function main(): Promise<void> {
  if (generator === undefined)
    throw new Error('There is neither wrk nor autocannon: install wrk, or run npm ci --prefix bench.')
  const begunMs = performance.now()
  const results: Result[] = []
  const failed: string[] = []
  const machineInfo = machine([...proxies, portkey])
  for (const line of machineInfo.lines) say(line)
  for (const note of machineInfo.missing) say(note)
  const upstream = startProgram(process.execPath, { args: [new URL('upstream.ts', import.meta.url).pathname] })
  const port = Number(await waitFor(() => /port (\d+)/.exec(upstream.printed())?.[1], { program: upstream }))
  const started = await startProxies(port, flags.quick ? proxies.filter(({ kind }) => kind !== 'floor') : proxies)
  const ours = await startGatehouse(port)
  const routers = routersFor(port)
  try {
    const filters = flags.only.toLowerCase().split(',').filter(Boolean)
    for (const one of cases) {
      if (
        filters.length === 0 ? flags.quick && one.long : !filters.some((word) => one.title.toLowerCase().includes(word))
      )
        continue
      const result = await measured(one, { upstream: port, proxies: started, ours, routers }).catch(
        (error: unknown) => {
          failed.push(`${one.title} could not be measured: ${error instanceof Error ? error.message : String(error)}`)
          return undefined
        },
      )
      if (result) results.push(result)
      say(result ? textOf(result) : `\n${failed.at(-1)}`)
    }
  } finally {
    for (const running of [ours, routers, ...started.values()]) await running.stop()
    await upstream.stop()
  }
  const seconds = (performance.now() - begunMs) / 1000
  say(`\n${seconds.toFixed(0)} s in all`)
  if (flags.json !== '')
    writeFileSync(flags.json, `${JSON.stringify({ ...machineInfo, effort, seconds, results }, null, 2)}\n`)
  if (!flags.quick && flags.only === '') {
    const file = new URL('../docs/benchmarks.md', import.meta.url)
    writeFileSync(file, documentOf({ machine: machineInfo, effort, results, failed }))
    writeFileSync(
      new URL('../docs/benchmarks.json', import.meta.url),
      `${JSON.stringify({ ...machineInfo, effort, seconds, results })}\n`,
    )
    say(`written: ${file.pathname}`)
  }
  const over = exceeded(results)
  for (const line of over) say(line)
  if (failed.length > 0 || (flags.guard && over.length > 0)) process.exitCode = 1
}

/**
 * Measures figures beyond CI's bound again with --guard, at most twice: other load on the machine passes, a regression
 * stays.
 */
async function measured(one: Case, field: Field): Promise<Result> {
  let result = await one.run(field)
  for (let again = 0; flags.guard && again < 2 && exceeded([result]).length > 0; again++) {
    say(`${textOf(result)}\nBeyond what CI allows: measured again.`)
    result = await one.run(field)
  }
  return result
}

/** Runs a case that needs fresh processes. */
async function withProxies(upstream: number, run: (fresh: Proxies) => Promise<Result>): Promise<Result> {
  const fresh = await startProxies(upstream, flags.quick ? fewProxies : proxies)
  try {
    return await run(fresh)
  } finally {
    for (const running of fresh.values()) await running.stop()
  }
}

async function withGatehouse(upstream: number, run: (fresh: RunningGatehouse) => Promise<Result>): Promise<Result> {
  const fresh = await startGatehouse(upstream)
  try {
    return await run(fresh)
  } finally {
    await fresh.stop()
  }
}

await main()

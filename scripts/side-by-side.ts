// `npm run side-by-side -- --from <commit>`: runs the program of a commit and that of this tree side by side on one
// database, SQLite and PostgreSQL, in both orders, under steady calls of both. Any 5xx is a failure. So is a start that
// refuses the database, unless the migrations say that this version cannot serve it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { gatewayFlags } from '../packages/cli/launch.js'
import { present } from '../packages/define/present.ts'
import { postgresUrl } from '../tests/harness/services.ts'
import { root } from './run-tests.ts'

interface Version {
  readonly name: string
  /** The folder of its tree, built. */
  readonly folder: string
}
interface Running {
  readonly name: string
  readonly url: string
  readonly printed: () => string
  readonly stop: () => Promise<void>
}
interface Keys {
  readonly gateway: string
  readonly admin: string
}

const started: ChildProcess[] = []
const callEveryMs = 80
const besideMs = 8000
/** The refusal of a version that cannot serve the database; any other end of a start is a failure. */
const isNewerDatabase = /database is newer than this program/
const aloneMs = 2000

function lastTag(): string {
  const [tag = ''] = execFileSync('git', ['tag', '--list', 'v*', '--sort=-v:refname'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n')
  if (tag === '') throw new Error('There is no tag of a release. Name a commit: --from <commit>.')
  return tag
}

/** Takes the tree of a commit out of git, and builds it. */
function built(commit: string): Version {
  const tree = join(folder, 'tree')
  const archive = join(folder, 'tree.tar')
  execFileSync('git', ['archive', '--output', archive, '--prefix', 'tree/', commit], { cwd: root })
  execFileSync('tar', ['xf', archive], { cwd: folder })
  execFileSync('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--silent'], {
    cwd: tree,
    stdio: 'inherit',
  })
  build(tree)
  return { name: commit, folder: tree }
}

function build(tree: string): void {
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Runs the first version, then the second beside it, and then the second alone. */
async function sideBySide([first, second]: readonly [Version, Version], server: string | undefined): Promise<void> {
  const data = mkdtempSync(join(folder, 'data-'))
  const database = server === undefined ? undefined : await createDatabase(server)
  const title = `${first.name}, then ${second.name}, on ${database ? 'PostgreSQL' : 'SQLite'}`
  const counts = new Map<string, number>()
  try {
    const environment = database ? { GATEHOUSE_DATABASE_URL: database.url } : {}
    const one = await start(first, { data, environment })
    const keys = keysIn(one)
    const ends = [callSteadily(one, keys, counts)]
    await setTimeout(aloneMs)
    const other = await start(second, { data, environment }).catch((error: unknown) => {
      process.stdout.write(`${title}: ${second.name} did not start: ${String(error)}\n`)
      if (!isNewerDatabase.test(String(error))) process.exitCode = 1
      return undefined
    })
    if (other) ends.push(callSteadily(other, keys, counts))
    await setTimeout(besideMs)
    // its calls end before it does
    await ends.shift()?.()
    await one.stop()
    await setTimeout(aloneMs)
    for (const end of ends) await end()
    await other?.stop()
  } finally {
    await database?.drop()
  }
  const failed = [...counts].filter(([outcome]) => /^(?:5|failed)/.test(outcome))
  process.stdout.write(`${title}: ${[...counts].map(([outcome, times]) => `${times} × ${outcome}`).join(', ')}\n`)
  if (failed.length > 0) process.exitCode = 1
}

async function createDatabase(server: string) {
  const name = `side_by_side_${process.pid}_${Date.now()}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}

interface StartOptions {
  readonly data: string
  readonly environment: Readonly<Record<string, string>>
}

/** Resolves once the program answers; rejects with what it printed if it ends before. */
async function start({ name, folder: tree }: Version, { data, environment }: StartOptions): Promise<Running> {
  const child = spawn(process.execPath, [...gatewayFlags, join(tree, 'dist/packages/gateway/src/main.js')], {
    cwd: data,
    env: {
      PATH: process.env.PATH ?? '',
      GATEHOUSE_PORT: '0',
      GATEHOUSE_MARKET_PORT: '0',
      GATEHOUSE_DATA: data,
      ...environment,
    },
  })
  started.push(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text))
  const exited = once(child, 'exit')
  let hasExited = false
  void exited.then(() => (hasExited = true))
  for (;;) {
    const url = /^Gatehouse answers at (\S+)\n/m.exec(printed)?.[1]
    const stop = async () => {
      child.kill('SIGTERM')
      await exited
    }
    if (url !== undefined) return { name, url, printed: () => printed, stop }
    if (hasExited) throw new Error(printed.trim().split('\n').slice(-2).join(' '))
    await setTimeout(20)
  }
}

function keysIn({ printed }: Running): Keys {
  const key = (kind: string) => present(new RegExp(`gh_${kind}_\\w+`).exec(printed())?.[0])
  return { gateway: key('live'), admin: key('admin') }
}

/** Calls a program until the returned function is called, which resolves when all calls are answered. */
function callSteadily({ name, url }: Running, keys: Keys, counts: Map<string, number>): () => Promise<void> {
  const count = (outcome: string): void => {
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  const under = new Set<Promise<void>>()
  let at = 0
  const timer = setInterval(() => {
    const [method, path, body] = calls[at++ % calls.length] ?? calls[0]
    const isOperator = path.startsWith('/v1/admin')
    const call = fetch(url + path, {
      method,
      headers: {
        ...(isOperator ? { 'x-gateway-admin-key': keys.admin } : { 'x-gateway-key': keys.gateway }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
      .then(async (answer) => {
        const text = await answer.text()
        count(answer.ok ? 'answered' : `${answer.status} of ${name} for ${method} ${path}: ${text.slice(0, 200)}`)
      })
      .catch((error: unknown) => count(`failed at ${name}: ${String(error)}`))
    under.add(call)
    void call.finally(() => under.delete(call))
  }, callEveryMs)
  return async () => {
    clearInterval(timer)
    await Promise.all(under)
  }
}

type Call = readonly [method: string, path: string, body?: object]
const glossary = { source_lang: 'en', target_lang: 'de', entries: 'gate\tTor', entries_format: 'tsv' }
const question = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello!' }] }
/** Reads and writes of every part that has tables. */
const calls: readonly [Call, ...Call[]] = [
  ['GET', '/v1/proxy/randomness/dice?count=2&sides=6'],
  ['GET', '/v1/proxy/cat-facts/fact'],
  ['POST', '/v1/proxy/translation/v3/glossaries', { name: 'Side by side', dictionaries: [glossary] }],
  ['GET', '/v1/proxy/translation/v3/glossaries'],
  ['POST', '/v1/proxy/model-routing/v1/chat/completions', question],
  ['GET', '/v1/me'],
  ['GET', '/v1/me/usage'],
  ['POST', '/v1/me/keys', { name: 'Side by side' }],
  ['GET', '/v1/admin/accounts'],
  ['GET', '/v1/admin/status'],
]

async function main(from: string): Promise<void> {
  const here = { name: 'this tree', folder: root }
  const there = built(from)
  build(root)
  const postgres = await postgresUrl()
  for (const server of postgres === undefined ? [undefined] : [undefined, postgres]) {
    await sideBySide([there, here], server)
    await sideBySide([here, there], server)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-side-by-side-'))
const { values } = parseArgs({ options: { from: { type: 'string' } } })
try {
  await main(values.from ?? lastTag())
} finally {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}

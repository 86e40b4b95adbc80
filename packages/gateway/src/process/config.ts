// All settings of the program: name, meaning, default and parser. docs/reference/settings.md is generated from this
// table, and no other code reads the environment.

import { resolve } from 'node:path'
import { withoutTrailing } from '#define/texts'
import { createAddressBlocks, InvalidAddress } from './address-blocks.ts'
import type { LogLevel } from './log.ts'
import { createOutboundAllow, type OutboundAllow } from './outbound-allow.ts'
import { Secret } from './secret.ts'

interface Setting<T> {
  readonly doc: string
  readonly default: string
  read(value: string): T
}

/** Thrown for invalid settings; the message tells the operator what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const string = (doc: string, defaultValue = ''): Setting<string> => ({
  doc,
  default: defaultValue,
  read: (value) => value,
})
const optional = <T>(doc: string, read: (value: string) => T): Setting<T | undefined> => ({
  doc,
  default: '',
  read: (value) => (value === '' ? undefined : read(value)),
})
const integer = (doc: string, defaultValue: number, bounds: { min: number; max: number }): Setting<number> => ({
  doc,
  default: String(defaultValue),
  read(value) {
    const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= bounds.min && number <= bounds.max))
      throw new ConfigError(`must be a whole number from ${bounds.min} to ${bounds.max}`)
    return number
  },
})
const flag = (doc: string, defaultValue: boolean): Setting<boolean> => ({
  doc,
  default: String(defaultValue),
  read(value) {
    if (value === 'true' || value === '1') return true
    if (value === 'false' || value === '0') return false
    throw new ConfigError('must be true or false')
  },
})
const secret = (doc: string) => optional(doc, (value) => new Secret(value))

export const settings = {
  GATEHOUSE_PORT: integer('Port of the gateway; 0 picks a free one.', 8787, { min: 0, max: 65_535 }),
  GATEHOUSE_MARKET_PORT: integer('Port of the item-market API; 0 picks a free one.', 8788, { min: 0, max: 65_535 }),
  GATEHOUSE_HOST: string('Address to listen on.', '127.0.0.1'),
  GATEHOUSE_PUBLIC_URL: optional(
    'Address at which callers reach the gateway and, after a comma, that of the item market; default http://host:port.',
    readPublicUrls,
  ),
  GATEHOUSE_DATA: {
    doc: 'Folder for the database, the master key and the first-run file. Installed from the npm package, the default is `gatehouse` in the folder for data of the user, such as `~/.local/share`.',
    default: './data',
    read: (value) => resolve(value),
  } satisfies Setting<string>,
  GATEHOUSE_DATABASE_URL: optional('postgres://… ; if unset, SQLite in the data folder.', readDatabaseUrl),
  GATEHOUSE_DATABASE_CONNECTIONS: integer(
    'Most connections of a process to PostgreSQL at a time; each thread of embedded providers opens up to a quarter as many, and at least 2, of its own.',
    10,
    { min: 2, max: 1000 },
  ),
  GATEHOUSE_REDIS_URL: optional(
    'redis://… ; shares reserved calls among several processes, which saves the database writes.',
    readRedisUrl,
  ),
  GATEHOUSE_WORKERS: integer('Processes that share the port.', 1, {
    min: 1,
    max: 64,
  }),
  GATEHOUSE_PRODUCTION: flag(
    'Starts without a demo account, serves no sample data unless GATEHOUSE_SAMPLE says so, and refuses a seed or a fixed clock.',
    false,
  ),
  GATEHOUSE_SAMPLE: optional(
    'Whether embedded providers may answer from the sample data that we made up; if unset, true, and false in production.',
    flag('', false).read,
  ),
  GATEHOUSE_APIS: optional(
    'Comma-separated slugs of the APIs to serve, with all their listings; if unset, every API.',
    readSlugs,
  ),
  GATEHOUSE_DEFAULT_PROVIDER: {
    doc: 'live or embedded: who answers the calls of a new account, unless the account or the call chooses otherwise. The demo account is embedded.',
    default: 'live',
    read: readProvider,
  } satisfies Setting<'live' | 'embedded'>,
  GATEHOUSE_MASTER_KEY: secret(
    'Master key: base64 of 32 bytes, or `version:base64[,version:base64]`, the current one first; if unset, the file master.key in the data folder.',
  ),
  GATEHOUSE_MASTER_KEY_COMMAND: optional('Command that prints the master key, within 10 s.', (value) => value),
  GATEHOUSE_ADMIN_KEY: secret('The operator key; if unset, the file admin.key in the data folder.'),
  GATEHOUSE_ADMIN_REMOTE: flag(
    'Whether the operator API and /metrics answer remote addresses, not only loopback.',
    false,
  ),
  GATEHOUSE_TRUSTED_PROXIES: {
    doc: 'Comma-separated addresses or CIDR blocks of proxies whose x-forwarded-for is trusted.',
    default: '',
    read: readList,
  } satisfies Setting<string[]>,
  GATEHOUSE_UPSTREAMS: {
    doc: "Other base addresses for live providers: `slug=https://host/path,slug=…`. An API's slug covers all its listings; a listing's own entry overrides it. The log of the start names each.",
    default: '',
    read: readUpstreams,
  } satisfies Setting<Map<string, string>>,
  GATEHOUSE_OUTBOUND_ALLOW: {
    doc: 'Comma-separated hosts (`hooks.internal`), suffixes (`.svc.cluster.local`), addresses and CIDR blocks that webhooks may reach although they are not public. Link-local, multicast and unspecified addresses and the metadata services of clouds stay closed.',
    default: '',
    read: readAllowed,
  } satisfies Setting<OutboundAllow>,
  GATEHOUSE_REFRESH: flag('Whether embedded providers fetch public data on a schedule.', false),
  GATEHOUSE_LOG_LEVEL: {
    doc: 'debug (every call), info, warn, error or silent.',
    default: 'info',
    read: readLevel,
  } satisfies Setting<LogLevel>,
  GATEHOUSE_MAX_CALLS: integer('Maximum number of concurrent calls; further ones get 503.', 20_000, {
    min: 1,
    max: 1_000_000,
  }),
  GATEHOUSE_SESSIONS: integer(
    'WebSocket sessions that a process holds open, of one account at most a twentieth; further ones get 503 or 429.',
    2000,
    { min: 0, max: 100_000 },
  ),
  GATEHOUSE_AGENT_RATE: integer(
    'Requests per key and minute at `/mcp`, searching included; calls of operations count against the plan as well.',
    1200,
    { min: 1, max: 1_000_000_000 },
  ),
  GATEHOUSE_BODIES_MB: integer(
    'Megabytes of request bodies held in memory at once, a quarter of them for any one account; beyond that calls get 503.',
    256,
    { min: 16, max: 65_536 },
  ),
  GATEHOUSE_USAGE_DAYS: integer('Days for which usage counts are kept.', 400, { min: 1, max: 36_500 }),
  GATEHOUSE_CALLS_DAYS: integer(
    'Days for which single calls are kept, without bodies, paths and query values; 0 keeps none.',
    7,
    { min: 0, max: 400 },
  ),
  GATEHOUSE_DRIFT_SAMPLE: {
    doc: 'Share of the live answers that is compared with what is declared, from 0 to 1, such as 0.01; of each process at most ten a second.',
    default: '0',
    read: readShare,
  } satisfies Setting<number>,
  GATEHOUSE_EVENTS_DAYS: integer('Days for which events and their deliveries are kept.', 30, { min: 1, max: 400 }),
  GATEHOUSE_DRAIN_MS: integer('Milliseconds that calls in progress have to finish after SIGTERM.', 30_000, {
    min: 0,
    max: 3_600_000,
  }),
  GATEHOUSE_DRAIN_NOTICE_MS: integer(
    'Milliseconds after SIGTERM in which `/readyz` says 503 and calls are still taken, so that a load balancer stops sending them; then it drains.',
    0,
    { min: 0, max: 600_000 },
  ),
  GATEHOUSE_SEED: optional(
    'Seed for the random numbers of embedded providers, which makes them repeatable.',
    (value) => value,
  ),
  GATEHOUSE_NOW: optional('Fixes the clock of embedded providers: an ISO 8601 instant.', readInstant),
  GATEHOUSE_SCRIPTS: optional('File of scripts that the embedded models follow, for tests.', (value) => resolve(value)),
  GATEHOUSE_REPLAY: optional(
    'Folder of recorded answers, files of `gatehouse record export`, that are served in place of live providers, for tests.',
    (value) => resolve(value),
  ),
  GATEHOUSE_REPLAY_STRICT: flag(
    'With GATEHOUSE_REPLAY: calls without a recorded answer get 501 `replay.missing`, and none from an embedded provider.',
    false,
  ),
} as const

type Settings = typeof settings
export type Config = { readonly [K in keyof Settings]: ReturnType<Settings[K]['read']> }

/** Reads all settings from an environment. Throws a ConfigError that names every invalid one. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = []
  const config: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(settings)) {
    try {
      config[name] = setting.read(environment[name]?.trim() || setting.default)
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : 'is invalid'}.`)
    }
  }
  for (const name of Object.keys(environment))
    if (
      name.startsWith('GATEHOUSE_') &&
      !(name in settings) &&
      !name.startsWith('GATEHOUSE_TEST_') &&
      !clientNames.has(name)
    )
      problems.push(`${name} is not a setting.`)
  const read = config as unknown as Config
  if (problems.length === 0) problems.push(...conflicts(read))
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return read
}

/** Variables that the command line and the client read themselves. */
const clientNames = new Set(['GATEHOUSE_URL', 'GATEHOUSE_KEY', 'GATEHOUSE_MARKET_URL', 'GATEHOUSE_MARKET_KEY'])

function conflicts(config: Config): string[] {
  const problems: string[] = []
  const { GATEHOUSE_SEED: seed, GATEHOUSE_NOW: now, GATEHOUSE_SCRIPTS: scripts, GATEHOUSE_REPLAY: replay } = config
  if (config.GATEHOUSE_PRODUCTION && (seed || now || scripts || replay))
    problems.push(
      'GATEHOUSE_SEED, GATEHOUSE_NOW, GATEHOUSE_SCRIPTS and GATEHOUSE_REPLAY are for tests and cannot be set with GATEHOUSE_PRODUCTION.',
    )
  if (config.GATEHOUSE_REPLAY_STRICT && !replay)
    problems.push('GATEHOUSE_REPLAY_STRICT needs GATEHOUSE_REPLAY, the folder of recorded answers.')
  if (config.GATEHOUSE_MASTER_KEY && config.GATEHOUSE_MASTER_KEY_COMMAND)
    problems.push('Set only one of GATEHOUSE_MASTER_KEY and GATEHOUSE_MASTER_KEY_COMMAND.')
  return problems
}

function readShare(value: string): number {
  const share = /^(?:0|1|0?\.\d{1,9}|1\.0{1,9})$/.test(value) ? Number(value) : Number.NaN
  if (Number.isNaN(share)) throw new ConfigError('must be a number from 0 to 1, such as 0.01')
  return share
}

function readProvider(value: string): 'live' | 'embedded' {
  if (value === 'live' || value === 'embedded') return value
  throw new ConfigError('must be live or embedded')
}

/** Reports whether responses may come from sample data. */
export function servesSample(config: Pick<Config, 'GATEHOUSE_SAMPLE' | 'GATEHOUSE_PRODUCTION'>): boolean {
  return config.GATEHOUSE_SAMPLE ?? !config.GATEHOUSE_PRODUCTION
}

function readUrl(value: string): string {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) throw new ConfigError('must be an http(s) address')
  return withoutTrailing(value, '/')
}

function readPublicUrls(value: string): { readonly gateway: string; readonly market: string | undefined } {
  const [gateway = '', market, ...others] = value.split(',').map((one) => readUrl(one.trim()))
  if (others.length > 0) throw new ConfigError('has the address of the gateway and that of the item market, no others')
  return { gateway, market }
}

function readDatabaseUrl(value: string): string {
  if (!/^postgres(?:ql)?:\/\//.test(value))
    throw new ConfigError('must be a postgres:// address; leave it unset for SQLite')
  return value
}

function readRedisUrl(value: string): string {
  if (!/^rediss?:\/\//.test(value)) throw new ConfigError('must be a redis:// or rediss:// address')
  return value
}

function readList(value: string): string[] {
  const entries = value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  try {
    createAddressBlocks(entries)
  } catch (error) {
    throw error instanceof InvalidAddress ? new ConfigError(`is a list of addresses; ${error.message}`) : error
  }
  return entries
}

function readAllowed(value: string): OutboundAllow {
  try {
    return createOutboundAllow(value)
  } catch (error) {
    throw error instanceof InvalidAddress
      ? new ConfigError(`is a list of hosts and addresses; ${error.message}`)
      : error
  }
}

function readSlugs(value: string): string[] {
  const slugs = value.split(',').map((slug) => slug.trim())
  if (slugs.includes('')) throw new ConfigError('must be slugs of APIs with commas between them')
  return [...new Set(slugs)]
}

function readUpstreams(value: string): Map<string, string> {
  const upstreams = new Map<string, string>()
  for (const entry of value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')) {
    const at = entry.indexOf('=')
    if (at < 1) throw new ConfigError('must be slug=address pairs')
    const slug = entry.slice(0, at).trim()
    if (upstreams.has(slug)) throw new ConfigError(`names ${slug} twice`)
    upstreams.set(slug, readBase(entry.slice(at + 1).trim()))
  }
  return upstreams
}

function readBase(value: string): string {
  const base = readUrl(value)
  const { search, hash, username, password } = new URL(base)
  if (search + hash + username + password !== '')
    throw new ConfigError('must have addresses of scheme, host, port and path alone, without a user or a query')
  return base
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent']

function readLevel(value: string): LogLevel {
  const level = levels.find((one) => one === value)
  if (!level) throw new ConfigError(`must be one of ${levels.join(', ')}`)
  return level
}

function readInstant(value: string): number {
  const at = Date.parse(value)
  if (Number.isNaN(at)) throw new ConfigError('must be an ISO 8601 instant')
  return at
}

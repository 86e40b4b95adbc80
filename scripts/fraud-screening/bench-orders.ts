// Measures a screening with 1,000,000 stored orders of the account, call by call through a running gateway on loopback:
// `node scripts/fraud-screening/bench-orders.ts [orders] [sqlite | postgres]`, by default on both, and on PostgreSQL if
// it answers at GATEHOUSE_TEST_POSTGRES or 127.0.0.1:5432. CPU time is that of this process, which is gateway,
// provider, SQLite and caller in one. It asserts nothing: times depend on the machine.

import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { present } from '#define/present'
import { createAccountsRepository } from '#store'
import { readConfig } from '../../packages/gateway/src/process/config.ts'
import { startGateway } from '../../packages/gateway/src/start/gateway.ts'
import { postgresUrl } from '../../tests/harness/services.ts'

const orders = Number(process.argv[2] ?? 1_000_000)
const warmUps = 200
const rounds = 1000
const regulars = 40
const callerKey = 'BENCHKEY0123456789ABCDEFGHIJKLMN'

type Gateway = Awaited<ReturnType<typeof startGateway>>
type Case = [name: string, count: number, make: (at: number) => Record<string, string>]

console.log(
  `${'database'.padEnd(10)}${'case'.padEnd(44)}${'p50 ms'.padStart(8)}${'p95 ms'.padStart(8)}${'CPU ms'.padStart(8)}`,
)
if (process.argv[3] !== 'postgres') await measureOn('sqlite')
const server = process.argv[3] === 'sqlite' ? undefined : await postgresUrl()
if (server) await measureOn('postgres', server)

async function measureOn(name: 'sqlite' | 'postgres', server?: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const database = `bench_${randomBytes(6).toString('hex')}`
  if (server) await onServer(server, `create database ${database}`)
  try {
    const url = server && Object.assign(new URL(server), { pathname: `/${database}` }).href
    await measureIn(name, dataDir, url)
  } finally {
    if (server) await onServer(server, `drop database ${database} with (force)`)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function measureIn(name: 'sqlite' | 'postgres', dataDir: string, url: string | undefined): Promise<void> {
  const config = readConfig({
    GATEHOUSE_PORT: '0',
    GATEHOUSE_MARKET_PORT: '0',
    GATEHOUSE_DATA: dataDir,
    GATEHOUSE_LOG_LEVEL: 'error',
    ...(url === undefined ? {} : { GATEHOUSE_DATABASE_URL: url }),
  })
  const gateway = await startGateway({ config })
  try {
    const plan = { id: 'free', perMinute: 1_000_000_000, perDay: 1_000_000_000, createdAt: 0 }
    await createAccountsRepository(gateway.components.store.db).upsertPlan(plan)
    await gateway.components.invalidations.publish('plan', 'free')
    while ((await call(gateway, buyer('first'))) < 0);
    for (let at = 0; at < warmUps; at++) await call(gateway, buyer(at))
    await measure(gateway, name, ['new buyer, nothing stored yet', rounds, (at) => buyer(`early ${at}`)])
    await fill(gateway, name)
    // the gateway has closed the idle connection meanwhile
    await call(gateway, buyer('reconnect')).catch(() => undefined)
    for (let at = 0; at < warmUps; at++) await call(gateway, buyer(`warm ${at}`))
    // each regular buyer has 50 orders of the last day, the maximum that is counted
    for (let at = 0; at < regulars * 50; at++) await call(gateway, buyer(`regular ${at % regulars}`))
    const cases: Case[] = [
      ['new buyer, with hashes as the SDK sends them', rounds, (at) => buyer(`new ${at}`)],
      ['regular buyer with 50 orders of the day', rounds, (at) => buyer(`regular ${at % regulars}`)],
      ['new buyer, e-mail and user name in plain text', rounds, (at) => plainBuyer(`plain ${at}`)],
      ['the same again, hashes remembered', rounds, (at) => plainBuyer(`plain ${at}`)],
    ]
    for (const one of cases) await measure(gateway, name, one)
  } finally {
    await gateway.stop()
  }
}

async function measure(gateway: Gateway, name: string, [what, count, make]: Case): Promise<void> {
  const times: number[] = []
  const before = process.cpuUsage()
  for (let at = 0; at < count; at++) times.push(await call(gateway, make(at)))
  const { user, system } = process.cpuUsage(before)
  print(name, what, times, (user + system) / 1000 / count)
}

/** Returns the milliseconds of a screening; negative if the provider was not ready. */
async function call(gateway: Gateway, fields: Record<string, string>): Promise<number> {
  const body = new URLSearchParams({ key: callerKey, format: 'json', ...fields })
  const headers = { 'x-gateway-key': gateway.firstRun?.gatewayKey ?? '', 'x-gateway-provider': 'embedded' }
  const started = performance.now()
  const response = await fetch(`${gateway.baseUrl}/v1/proxy/fraud-screening/v1/order/screen`, {
    method: 'POST',
    headers,
    body,
  })
  const answer = Object(await response.json())
  if (response.status === 503) return -1
  if (answer.fraudlabspro_error_code !== '') throw new Error(JSON.stringify(answer).slice(0, 500))
  return performance.now() - started
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}

function buyer(id: number | string): Record<string, string> {
  const hash = hashOf(`${id}`)
  const bytes = Buffer.from(hash, 'hex')
  const bins = ['411111', '455655', '510510', '371449']
  return {
    ip: `${1 + (bytes.readUInt8(0) % 223)}.${bytes[1]}.${bytes[2]}.${bytes[3]}`,
    email: `buyer${hash.slice(0, 12)}@gmail.com`,
    email_hash: hash,
    card_hash: hashOf(`card ${id}`),
    username_hash: hashOf(`user ${id}`),
    bin_no: present(bins[bytes.readUInt8(4) % 4]),
    flp_checksum: hash,
    user_phone: `1650253${bytes.readUInt16BE(5) % 10_000}`,
    bill_city: 'New York',
    bill_state: 'NY',
    bill_zip_code: '10001',
    bill_country: 'US',
    ship_addr: `${id} Main St`,
    ship_city: 'New York',
    ship_zip_code: '10001',
    ship_country: 'US',
    amount: '79.90',
    currency: 'USD',
    payment_mode: 'creditcard',
    avs_result: 'Y',
    cvv_result: 'M',
  }
}

function plainBuyer(id: string): Record<string, string> {
  const { email_hash: _email, username_hash: _user, ...fields } = buyer(id)
  return { ...fields, username: `user ${id}` }
}

/** Stores orders of the last 347 days with seven traits each, all of one account. */
async function fill({ components }: Gateway, name: 'sqlite' | 'postgres'): Promise<void> {
  const { db } = components.store
  const startMs = Date.now() - 86_400_000
  const bytes = name === 'sqlite' ? 'randomblob(16)' : "decode(md5(random()::text || n), 'hex')"
  const one = name === 'sqlite' ? 'abs(random()) % 100 + 1' : '(floor(random() * 100) + 1)::int'
  const counted = (from: number, to: number) =>
    name === 'sqlite'
      ? `with recursive numbers(n) as (select ${from} union all select n + 1 from numbers where n < ${to})`
      : `with numbers as (select n from generate_series(${from}::bigint, ${to}) as n)`
  const traits = `{"ip":"${'x'.repeat(22)}","email":"${'x'.repeat(22)}","phone":"${'x'.repeat(22)}","address":"${'x'.repeat(22)}","card":"${'x'.repeat(22)}"}`
  const part = 50_000
  for (let from = 1; from <= orders; from += part) {
    const numbers = counted(from, Math.min(orders, from + part - 1))
    const id = `'20260101-' || n`
    const madeAt = `${startMs} - n * 30000`
    const insert = async (into: string, select: string) => {
      await sql.raw(`insert into ${into} ${numbers} ${select} from numbers`).execute(db)
    }
    await insert(
      'fraud_screening_orders (account, id, made_at, score, status, blacklisted, traits)',
      `select (select account from fraud_screening_accounts), ${id}, ${madeAt}, ${one}, 'APPROVE', 0, '${traits}'`,
    )
    for (let kind = 0; kind < 7; kind++)
      await insert(
        'fraud_screening_traits (digest, made_at, order_id, card)',
        `select ${bytes}, ${madeAt}, ${id}, ${bytes}`,
      )
  }
  await sql`delete from fraud_screening_scores`.execute(db)
  await sql`insert into fraud_screening_scores (account, score, orders)
    select account, score, count(*) from fraud_screening_orders group by account, score`.execute(db)
  if (name === 'postgres') await sql`analyze`.execute(db)
}

function print(name: string, what: string, times: number[], cpuMs: number): void {
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    present(times[Math.min(times.length - 1, Math.floor(times.length * share))])
      .toFixed(2)
      .padStart(8)
  console.log(`${name.padEnd(10)}${what.padEnd(44)}${at(0.5)}${at(0.95)}${cpuMs.toFixed(2).padStart(8)}`)
}

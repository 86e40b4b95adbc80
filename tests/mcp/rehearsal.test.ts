// Guards that a rehearsal changes nothing: every operation that writes, destroys or spends is rehearsed over data of
// its own, and all tables, files, providers and channels are as they were before.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { effectOf } from '#define/reflect'
import { openVendor, type Vendor } from '../../apis/model-routing/test/vendor.ts'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { type EveryEndpoint, everyEndpoint, withoutCredentials } from '../harness/every-endpoint.ts'
import { createExampleIds } from '../harness/example-ids.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { eachStore } from '../harness/services.ts'
import { openStandIn, type StandIn } from '../harness/stand-in.ts'
import { until } from '../harness/until.ts'
import { callTool } from './agent.ts'

const loaded = await loadApis()
const operations = everyEndpoint(loaded, 'hosted').filter(({ endpoint }) => effectOf(endpoint) !== 'read')
/** Tables that the gateway writes by its clock, whatever is called: its jobs, and the lease of this process. */
const writtenByClock = new Set(['job_runs', 'processes'])
/** Served by the channel alone. */
const model = 'far'

await eachStore('rehearsals', (database) => {
  const closing: (() => unknown)[] = []
  const t = { after: (close: () => unknown) => void closing.unshift(close) }
  let gateway: OpenGateway
  let vendor: Vendor
  let standIn: StandIn
  const ids = new Map(loaded.map(({ api }) => [api.slug, createExampleIds()]))

  before(async () => {
    vendor = await openVendor(t, 'openai')
    standIn = await openStandIn(t, loaded)
    const { url, dataDir } = database.target
    gateway = await openGateway(t, {
      apis: loaded,
      dataDir,
      upstreams: standIn.bases,
      platform: { clock: () => Date.parse('2026-11-02T12:00:00Z') },
      environment: { GATEHOUSE_AGENT_RATE: '100000', ...(url === undefined ? {} : { GATEHOUSE_DATABASE_URL: url }) },
    })
    const channel = { name: 'c', base: vendor.base, models: [model], prices: { [model]: { call: '2' } } }
    const response = await fetch(`${gateway.baseUrl}/v1/admin/apis/model-routing/channels`, {
      method: 'POST',
      headers: { 'x-gateway-admin-key': gateway.adminKey, 'content-type': 'application/json' },
      body: JSON.stringify(channel),
    })
    assert.equal(response.status, 201, await response.text())
  })
  after(async () => {
    for (const close of closing) await close()
  })

  async function agent(plan?: { perMinute: number; perDay: number }): Promise<{ accountId: string; key: string }> {
    const { accountId } = await gateway.account(plan)
    const { key } = await gateway.components.keys.create({
      accountId,
      surface: 'hosted',
      name: 'Agent',
      agent: 'write',
    })
    // any request at /mcp uses the key, which its row tells
    await callTool(gateway, 'account_status', {}, { key: reveal(key) })
    return { accountId, key: reveal(key) }
  }

  function callOf(entry: EveryEndpoint) {
    const { params, body } = ids.get(entry.api.slug)?.applied(withoutCredentials(entry)) ?? {}
    return { operation: entry.title, arguments: { ...params, ...(body === undefined ? {} : { body }) } }
  }

  /** Rehearses all, and fails where anything was changed by it. */
  async function rehearseAll(key: string, more: object): Promise<string[]> {
    const untouched = await settledState()
    const answers: string[] = []
    for (const entry of operations) {
      const { content } = await callTool(gateway, 'call_write', { ...callOf(entry), ...more, rehearse: true }, { key })
      answers.push(`${entry.title}: ${content.map(({ text }: { text: string }) => text).join(' ')}`)
    }
    const { components } = gateway
    await components.meter.flush()
    await components.quota.flush()
    await components.keys.flush()
    assert.deepEqual(changesOf(untouched, await state()), [])
    return answers
  }

  test('of everything in the embedded providers, which have data of the account, change nothing', async () => {
    const { key } = await agent()
    for (const entry of operations.filter(({ endpoint }) => effectOf(endpoint) === 'write')) {
      const { content } = await callTool(gateway, 'call_write', { ...callOf(entry), provider: 'embedded' }, { key })
      if (/ answered 20/.test(content[0].text))
        ids.get(entry.api.slug)?.learn(entry.example.output, parsed(content[1]?.text))
    }
    const answers = await rehearseAll(key, { provider: 'embedded' })
    assert.ok(answers.length > 100)
    assert.deepEqual(
      answers.filter((text) => !/ was checked and not sent: .* to the embedded provider/.test(text)),
      [],
    )
  })

  test('of everything at live providers whose keys are stored send nothing there', async () => {
    const { accountId, key } = await agent()
    for (const { api } of loaded)
      if (api.auth.kind === 'own') await gateway.storeKey(accountId, api.slug, 'a-key-of-test')
    const answers = await rehearseAll(key, {})
    assert.ok(answers.filter((text) => / to the live provider/.test(text)).length > 80)
    assert.deepEqual(standIn.received, [])
  })

  test('of calls of models send nothing to a channel, and cost nothing', async () => {
    const { key } = await agent()
    const chat = { model, messages: [{ role: 'user', content: 'Hello' }] }
    const calls = [
      { operation: 'model-routing.chatCompletions', arguments: { body: chat } },
      { operation: 'model-routing.createEmbeddings', arguments: { body: { model, input: 'Hello' } } },
    ]
    const untouched = await settledState()
    for (const call of calls) {
      const { content } = await callTool(gateway, 'call_write', { ...call, rehearse: true }, { key })
      assert.match(content[0].text, /checked and not sent/)
    }
    assert.deepEqual(changesOf(untouched, await state()), [])
    assert.deepEqual(vendor.received, [])
  })

  test('refuse what the call would be refused for, and what is not clearly a rehearsal is not made', async () => {
    const agentWithCalls = await agent()
    const spent = await agent({ perMinute: 0, perDay: 0 })
    const rehearse = async (args: object, key = agentWithCalls.key) => {
      const { isError, content } = await callTool(gateway, 'call_write', { ...args }, { key })
      assert.equal(isError, true, JSON.stringify(content))
      return content.map(({ text }: { text: string }) => text).join(' ')
    }
    const creation = { operation: 'translation.createGlossaryV2', arguments: { name: 'Unwanted' } }
    const untouched = await settledState()
    assert.match(
      await rehearse({ ...creation, provider: 'embedded', rehearse: true }),
      /would be refused with 400\. Nothing was sent\..*source_lang is required/,
    )
    const complete = { name: 'a', source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' }
    assert.match(
      await rehearse({ ...creation, arguments: complete, provider: 'live', rehearse: true }),
      /refused with 403.*provider_key\.missing/,
    )
    assert.match(
      await rehearse({ ...creation, arguments: complete, provider: 'embedded', rehearse: true }, spent.key),
      /no calls are left of this day/,
    )
    assert.match(await rehearse({ ...creation, provider: 'embedded', rehearse: 'yes' }), /rehearse is true or false/)
    assert.match(await rehearse({ ...creation, provider: 'embedded', dryRun: true }), /has no argument dryRun/)
    assert.match(
      await rehearse({ ...creation, provider: 'embedded', arguments: { ...creation.arguments, rehearse: true } }),
      /no argument rehearse/,
    )
    assert.deepEqual(changesOf(untouched, await state()), [])
  })

  /** The state once nothing writes any more of what was done before. */
  async function settledState(): Promise<Record<string, string>> {
    const { components } = gateway
    let last = await state()
    await until(async () => {
      await components.meter.flush()
      await components.quota.flush()
      await components.keys.flush()
      const now = await state()
      const isSettled = changesOf(last, now).length === 0 && (await areInvalidationsSeen())
      last = now
      return isSettled
    }, 'a state that stays')
    return last
  }

  /** Reports whether the row of the process says so, which it does with the next heartbeat. */
  async function areInvalidationsSeen(): Promise<boolean> {
    const { db } = database.store
    const last = await db.selectFrom('fences').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()
    const processes = await db.selectFrom('processes').select('fence').execute()
    return processes.every(({ fence }) => Number(fence) >= Number(last?.seq ?? 0))
  }

  /** A digest of each table and of each file; those of the database are compared by its tables. */
  async function state(): Promise<Record<string, string>> {
    const { db, dialect } = database.store
    const { rows: tables } = await db.executeQuery<{ name: string }>(CompiledQuery.raw(dialect.tableNamesSql))
    const digests: Record<string, string> = {}
    for (const { name } of tables) {
      if (writtenByClock.has(name)) continue
      const { rows } = await db.executeQuery(CompiledQuery.raw(`select * from "${name}"`))
      const texts = rows.map((row) =>
        JSON.stringify(row, (_name, value) => (typeof value === 'bigint' ? `${value}` : value)),
      )
      digests[name] = `${rows.length} rows ${digestOf(texts.sort().join('\n'))}`
    }
    for (const path of filesBelow(gateway.dataDir)) digests[path] = digestOf(readFileSync(path))
    return digests
  }
})

/** The names of what differs. */
function changesOf(before: Record<string, string>, now: Record<string, string>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((name) => before[name] !== now[name])
}

function digestOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Without links, which lead to what tests share. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(path)
    return entry.isFile() && !entry.name.startsWith('gatehouse.db') ? [path] : []
  })
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

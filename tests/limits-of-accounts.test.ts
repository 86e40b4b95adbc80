// Limits of how many things an account may have hold when many are made at once, on PostgreSQL by two gateways: the
// limit is filled up to a few, and more than those are made side by side. Two connections to SQLite in one process
// would hold up the thread that they share, so there is one gateway there.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { loadApis } from '../packages/gateway/src/process/load-apis.ts'
import { type OpenGateway, openGateway } from './harness/open-gateway.ts'
import { eachStore } from './harness/services.ts'

interface Limited {
  readonly what: string
  readonly slug: string
  readonly most: number
  /** Rows that stand for things that the account has; `from` and `to` number them. */
  readonly fill: (db: Kysely<unknown>, account: string, count: number) => Promise<unknown>
  readonly make: (at: number) => { path: string; body: object }
}

const now = Date.now()
const many = (count: number) => Array.from({ length: count }, (_none, at) => at)
const inserted =
  (table: string, row: (account: string, at: number) => Record<string, string | number | null>) =>
  async (db: Kysely<unknown>, account: string, count: number) => {
    const names = sql.join(Object.keys(row(account, 0)).map((name) => sql.id(name)))
    for (let start = 0; start < count; start += 500) {
      const rows = many(Math.min(500, count - start)).map((at) => Object.values(row(account, start + at)))
      const values = sql.join(rows.map((one) => sql`(${sql.join(one)})`))
      await sql`insert into ${sql.table(table)} (${names}) values ${values}`.execute(db)
    }
  }

const limits: readonly Limited[] = [
  {
    what: 'style rule lists',
    slug: 'translation',
    most: 1000,
    fill: inserted('translation_style_rules', (account, at) => ({
      ...{
        account,
        id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
        name: 'n',
        language: 'en',
        version: 1,
      },
      ...{ created_at: now, updated_at: now, rules: '{}', instructions: '[]' },
    })),
    make: (at) => ({ path: '/v3/style_rules', body: { name: `list ${at}`, language: 'en' } }),
  },
  {
    what: 'glossaries',
    slug: 'translation',
    most: 1000,
    fill: inserted('translation_glossaries', (account, at) => ({
      ...{
        account,
        id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
        name: 'n',
        created_at: now,
        edited: 0,
      },
    })),
    make: (at) => ({
      path: '/v3/glossaries',
      body: {
        name: `glossary ${at}`,
        dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb', entries_format: 'tsv' }],
      },
    }),
  },
  {
    what: 'videos',
    slug: 'model-routing',
    most: 10_000,
    fill: inserted('model_routing_videos', (account, at) => ({
      account,
      id: `video_${at}`,
      created_ms: now,
      facts: '{}',
    })),
    make: (at) => ({ path: '/v1/videos', body: { prompt: `A tide, ${at}` } }),
  },
  {
    what: 'uploads',
    slug: 'model-routing',
    most: 1000,
    fill: inserted('model_routing_uploads', (account, at) => ({
      ...{ account, id: `upload_${at}`, created_ms: now, facts: '{}', state: 'pending', file: null },
    })),
    make: (at) => ({
      path: '/v1/uploads',
      body: { filename: `f${at}.txt`, purpose: 'user_data', bytes: 5, mime_type: 'text/plain' },
    }),
  },
  {
    what: 'configurations of an address key',
    slug: 'address-lookup',
    most: 200,
    fill: async () => undefined,
    make: (at) => ({ path: '/keys/stored/configs?user_token=uk_example', body: { name: `c${at}`, payload: '{}' } }),
  },
]

const apis = (await loadApis()).filter(({ api }) => limits.some(({ slug }) => slug === api.slug))

await eachStore('limits of accounts', (database) =>
  describe('many at once', () => {
    const closing: (() => unknown)[] = []
    const gateways: OpenGateway[] = []
    before(async () => {
      const { url, dataDir } = database.target
      const environment = url === undefined ? {} : { GATEHOUSE_DATABASE_URL: url }
      for (const _at of url === undefined ? [1] : [1, 2])
        gateways.push(
          await openGateway({ after: (close) => void closing.unshift(close) }, { dataDir, apis, environment }),
        )
    })
    after(async () => {
      for (const close of closing) await close()
    })

    for (const { what, slug, most, fill, make } of limits)
      test(`an account never has more ${what} than it may`, async () => {
        const [first] = gateways
        assert.ok(first)
        const { accountId, key } = await first.account({ perMinute: 100_000, perDay: 100_000 })
        const left = 4
        const send = async (at: number) => {
          const { path, body } = make(at)
          const headers = { 'content-type': 'application/json', 'x-gateway-provider': 'embedded' }
          const gateway = gateways[at % gateways.length]
          assert.ok(gateway)
          const answer = await gateway.call(`/v1/proxy/${slug}${path}`, {
            ...{ method: 'POST', key, headers, body: JSON.stringify(body) },
          })
          const text = await answer.text()
          assert.ok(answer.status < 500, text)
          return { status: answer.status, text }
        }
        const db = database.store.db as unknown as Kysely<unknown> // tables of APIs
        await fill(db, accountId, most - left)
        const filled = most === 200 ? await Promise.all(many(most - left).map((at) => send(at))) : []
        assert.deepEqual(
          filled.filter(({ status }) => status >= 300),
          [],
        )
        const answers = await Promise.all(many(16).map((at) => send(1000 + at)))
        assert.equal(answers.filter(({ status }) => status < 300).length, left, JSON.stringify(answers.slice(0, 2)))
      })
  }),
)

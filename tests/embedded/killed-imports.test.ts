// Imports into small tables are written in many transactions, yet readers see all of one or nothing: while it is
// written, after its process was killed, and when it is repeated. Meanwhile others write to the same database.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Api } from '#define'
import type { Provider } from '#define/reflect'
import { addDays, yieldToEventLoop } from '#provider'
import { openWorld } from '#provider/test'
import { openStore } from '#store'
import { eachStore, type StoreTarget } from '../harness/services.ts'

const program = fileURLToPath(new URL('./killed-import.ts', import.meta.url))

interface Case {
  /** Tables: the written rows, and the state. */
  readonly records: string
  readonly state: string
  readonly name?: string
  /** Imported first. */
  readonly before: string
  /** Imported next, in a process that is killed. Replaces something of `before`. */
  readonly file: string
  /** Rows that are stored in the end. */
  readonly rows: number
  /** The path at which callers see the import. */
  readonly path: string
}

const lines = (count: number, line: (at: number) => unknown) =>
  Array.from({ length: count }, (_, at) => JSON.stringify(line(at))).join('\n')
const activity = (at: number, price: number) => ({
  activity: `Do ${at}`,
  availability: 0.3,
  type: 'cooking',
  participants: 3,
  price,
  accessibility: 'Minor challenges',
  duration: 'hours',
  kidFriendly: true,
  link: '',
  key: String(1_000_000 + at),
})
const location = (id: number, type: string) => ({
  id,
  name: `Mill ${id}`,
  type,
  dimension: '',
  residents: [],
  url: `https://characters.example.org/api/location/${id}`,
  created: '2017-11-04T18:48:46.250Z',
})
const rates = (count: number, rate: number) =>
  `Date,USD\n${Array.from({ length: count }, (_, at) => `${addDays('1999-01-04', at)},${rate}\n`).join('')}`
const book = (count: number, verb: string) =>
  `Lamp\n\n${Array.from({ length: count }, (_, at) => `It ${verb} ${at}.`).join(' ')}`

const cases: Record<string, Case> = {
  'cat-facts': {
    records: 'cat_facts_records',
    state: 'cat_facts_state',
    before: lines(5, (at) => ({ breed: `Breed ${at}`, coat: 'Short' })),
    file: `${lines(5, (at) => ({ breed: `Breed ${at}`, coat: 'Long' }))}\n${lines(30_000, (at) => ({ fact: `Fact ${at}.` }))}`,
    rows: 30_005,
    path: '/breeds',
  },
  'activity-suggestions': {
    records: 'activity_suggestions_records',
    state: 'activity_suggestions_state',
    before: lines(5, (at) => activity(at, 0.1)),
    file: lines(20_000, (at) => activity(at, 0.2)),
    rows: 20_000,
    path: '/filter',
  },
  characters: {
    records: 'characters_records',
    state: 'characters_state',
    before: lines(5, (at) => location(1 + at, 'Old')),
    file: lines(9000, (at) => location(1 + at, 'New')),
    rows: 9000,
    path: '/location',
  },
  'exchange-rates': {
    records: 'exchange_rates_days',
    state: 'exchange_rates_state',
    before: rates(5, 1.5),
    file: rates(9000, 2.5),
    rows: 9000,
    path: '/1999-01-04..1999-01-08',
  },
  'author-sentences': {
    records: 'author_sentences_sentences',
    state: 'author_sentences_state',
    name: 'Lamp (1928).txt',
    before: book(3, 'burned'),
    file: book(30_000, 'hung'),
    rows: 30_000,
    path: '/sentences?limit=3',
  },
}

async function openApi(slug: string, target: StoreTarget) {
  const load = async (path: string) =>
    (await import(new URL(`../../apis/${slug}/${path}`, import.meta.url).href)).default
  const api: Api = await load('api.ts')
  const provider: Provider<unknown> = await load('provider.ts')
  const store = await openStore(target)
  return { store, world: await openWorld(api, provider, { database: store }) }
}

await eachStore('killed imports', (database) => {
  for (const [slug, { records, state, name = 'upload', before, file, rows, path }] of Object.entries(cases))
    test(`${slug}: others write, and nothing of an import is seen until it is complete, also when it is killed`, async (t) => {
      const target = await database.empty()
      const { store, world } = await openApi(slug, target)
      t.after(() => store.close())
      const { db } = store
      const seen = async () => {
        world.clock.advance(2000)
        const { status, body } = await world.ask(path)
        assert.equal(status, 200)
        return body
      }
      const count = async (condition = sql`true`) => {
        const found = await sql<{ count: number }>`
          select count(*) as count from ${sql.table(records)} where ${condition}`.execute(db)
        return Number(found.rows[0]?.count)
      }
      const unpublished = () => count(sql`import > (select revision from ${sql.table(state)})`)
      await sql`create table other_writer (n integer)`.execute(db)
      await world.importFile(before, { name, pieceBytes: 65_536 })
      const beforeAnswer = await seen()

      const importing = spawn(process.execPath, [program, slug, JSON.stringify(target), name], {
        stdio: ['pipe', 'inherit', 'inherit'],
      })
      t.after(() => importing.kill('SIGKILL'))
      importing.stdin.on('error', () => undefined).end(file)
      const exited = once(importing, 'exit')
      let writes = 0
      while (importing.exitCode === null && importing.signalCode === null) {
        const isWriting = (await unpublished()) > 0
        assert.deepEqual(await seen(), beforeAnswer)
        // rejects when the database stays locked for 5 s
        await sql`insert into other_writer values (1)`.execute(db)
        if (isWriting) writes += 1
        await yieldToEventLoop()
      }
      assert.deepEqual(await exited, [null, 'SIGKILL'])
      assert.ok(writes > 0, 'nobody else could write')

      const left = await unpublished()
      assert.ok(left > 0 && left < rows, `${left} of ${rows} rows were written`)
      assert.deepEqual(await seen(), beforeAnswer)
      await world.importFile(file, { name, pieceBytes: 65_536 })
      assert.notDeepEqual(await seen(), beforeAnswer)
      // nothing is left of the killed import, nor of what was replaced
      assert.equal(await count(), rows)
      const { added, changed, removed } = await world.importFile(file, { name, pieceBytes: 65_536 })
      assert.deepEqual([added, changed ?? removed, await count()], [0, 0, rows])
    })
})

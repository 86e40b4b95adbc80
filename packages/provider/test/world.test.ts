// The world calls a provider as the gateway does, and refuses what the gateway would refuse.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import {
  body,
  defineApi,
  defineOperator,
  defineProvider,
  get,
  hosted,
  int,
  keyless,
  list,
  obj,
  type ProviderKit,
  post,
  refuse,
  req,
  str,
} from '#define'
import { eachStore } from '../../../tests/harness/services.ts'
import { openWorld } from './mod.ts'

const endpoints = {
  note: get('/notes/{id}', 'A note', { params: { id: int() }, returns: obj({ id: int(), text: str() }) }),
  addNote: post('/notes', 'Adds a note', {
    body: body({ text: req.str(), by: str({ default: 'nobody' }) }),
    returns: obj({ id: int(), by: str() }),
    status: 201,
  }),
  draw: get('/draw', 'A draw', { returns: obj({ value: int(), day: str() }) }),
}
const api = defineApi({
  slug: 'notes',
  title: 'Notes',
  summary: 'For tests.',
  surface: hosted,
  auth: keyless,
  upstream: null,
  endpoints,
})
const operator = defineOperator(api, { all: get('/all', 'All notes', { returns: list(str()) }) }, {})
interface Tables {
  notes_rows: { id: number; text: string }
}
let closed = 0
const provider = defineProvider(api, {
  migrations: {
    '0001-rows': {
      up: async (db) => {
        await sql`create table notes_rows (id integer primary key, text text not null)`.execute(db)
      },
    },
  },
  importFormats: 'One note per line.',
  jobs: { empty: { everyMs: 1000 } },
  operator,
  seed: async ({ db }: ProviderKit<Tables>) =>
    void (await db.insertInto('notes_rows').values({ id: 1, text: 'first' }).execute()),
  open: ({ db, random, today, log }: ProviderKit<Tables>) => ({
    handlers: {
      note: async ({ id }) => {
        const row = await db.selectFrom('notes_rows').selectAll().where('id', '=', id).executeTakeFirst()
        if (!row) throw refuse(404, { message: 'no such note' })
        return { id: Number(row.id), text: row.text }
      },
      addNote: ({ body: { by = '' } }, { account }) => ({ id: account === 'acc_test' ? 2 : 3, by }),
      draw: () => ({ value: random.int(1, 10), day: today() }),
    },
    operator: { all: async () => (await db.selectFrom('notes_rows').select('text').execute()).map(({ text }) => text) },
    async importFile({ chunks }, progress) {
      let text = ''
      for await (const chunk of chunks) text += chunk
      await db.insertInto('notes_rows').values({ id: 2, text }).execute()
      progress({ phase: 'reading', counts: { notes: 1 } })
      log.info('imported', { text })
      return { notes: 1 }
    },
    jobs: { empty: async () => void (await db.deleteFrom('notes_rows').execute()) },
    close: async () => void closed++,
  }),
})

await eachStore('a test world', (database) => {
  test('answers by path with typed parameters, on the database of the test', async () => {
    const world = await openWorld(api, provider, { database: database.store })
    assert.equal(world.kit.dialect, database.name)
    assert.deepEqual((await world.ask('/notes/1')).body, { id: 1, text: 'first' })
    const missing = await world.ask('/notes/9')
    assert.deepEqual([missing.status, missing.body], [404, { message: 'no such note' }])
    await assert.rejects(world.ask('/notes/one'), /id/)
  })
})

test('a body takes its declared defaults, and one that does not fit is refused before the handler', async () => {
  const world = await openWorld(api, provider)
  const { status, body } = await world.ask('/notes', { method: 'POST', body: { text: 'x' } })
  assert.deepEqual([status, body], [201, { id: 2, by: 'nobody' }])
  await assert.rejects(world.ask('/notes', { method: 'POST', body: {} }), /text/)
})

test('the test controls the clock and the draws', async () => {
  const world = await openWorld(api, provider, { now: '2026-02-28T23:59:59Z' })
  assert.deepEqual((await world.ask('/draw')).body, { value: 1, day: '2026-02-28' })
  world.clock.advance(1000)
  world.setDraw(() => 0.99)
  assert.deepEqual((await world.ask('/draw')).body, { value: 10, day: '2026-03-01' })
})

test('imports, jobs, operator endpoints, the log and closing go through the opened provider', async () => {
  const world = await openWorld(api, provider)
  assert.deepEqual(await world.importFile('a longer note'), { notes: 1 })
  assert.deepEqual((await world.askOperator('/all')).body, ['first', 'a longer note'])
  assert.deepEqual(world.logged, ['imported {"text":"a longer note"}'])
  await world.runJob('empty')
  assert.deepEqual((await world.askOperator('/all')).body, [])
  await assert.rejects(world.runJob('other'), /no job other/)
  await world.close()
  assert.equal(closed, 1)
})

test('parts that the kit lacks are refused by name', async () => {
  const world = await openWorld(api, provider)
  await assert.rejects(world.kit.outbound({ url: 'http://127.0.0.1' }), /no way out/)
})

// What an import does to the corpus on both databases: ids that stay, books that are replaced, processes that see each
// other.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Failure } from '#define'
import { yieldToEventLoop } from '#provider'
import { migrationList, openStore } from '#store'
import { eachStore } from '../../tests/harness/services.ts'
import api from './api.ts'
import { migrations } from './migrations/list.ts'
import { assignBookId, assignSentenceId } from './provider/sentences/ids.ts'
import type { Tables } from './tables.ts'
import { openWorld, type World } from './test/world.ts'

interface SentenceView {
  readonly id: string
  readonly sentence: string
  readonly book: { readonly id: string; readonly name: string; readonly year: string }
}
/** Every sentence by its id, for corpora of at most a hundred. */
async function all(world: World): Promise<Record<string, string>> {
  const data: SentenceView[] = Object((await world.ask('/sentences?limit=100')).body).data
  const sorted = data.map(({ id, sentence, book }) => [id, `${book.name} ${book.year}: ${sentence}`] as const).sort()
  return Object.fromEntries(sorted)
}
const sentences = async (world: World) => Object.values(await all(world)).sort()

test('an import replaces the sample at once and counts what it read', async () => {
  const world = await openWorld()
  assert.equal((await world.ask('/books')).headers['x-gateway-sample'], 'true')
  assert.deepEqual(await world.importFile('Lamp (1928).txt', 'It burned. It hung.\n\nIt burned.'), {
    books: 1,
    sentences: 2,
    added: 2,
    removed: 0,
  })
  assert.equal((await world.ask('/books')).headers['x-gateway-sample'], undefined)
  assert.deepEqual(await sentences(world), ['Lamp 1928: It burned.', 'Lamp 1928: It hung.'])
})

test('a refused import leaves everything as it was', async () => {
  const world = await openWorld()
  await world.importFile('Lamp (1928).txt', 'It burned.')
  const before = await all(world)
  const isRefused = (error: unknown) => error instanceof Failure && error.code === 'import.invalid'
  await assert.rejects(world.importFile('Lamp (1928).txt', 'It hung.\0'), isRefused)
  await assert.rejects(world.importFile('Lamp.txt', 'It hung.'), isRefused)
  await assert.rejects(world.importFile('Both', 'Book: Lamp (1928)\nBook: Salt (1931)\n\nLamp\n\nIt hung.'), isRefused)
  assert.deepEqual(await all(world), before)
})

test('an id is derived from author, name and sentence, and is longer only where the short one is taken', () => {
  const lamp = { author: 'A', name: 'Lamp', text: '“It’s   lit.”' }
  const none = () => false
  const id = assignSentenceId(lamp, none)
  assert.match(id, /^[0-9a-f]{8}$/)
  assert.equal(assignSentenceId({ ...lamp, text: '"It\'s lit."' }, none), id)
  for (const other of [
    { ...lamp, author: 'B' },
    { ...lamp, name: 'Salt' },
    { ...lamp, text: 'It is.' },
  ])
    assert.notEqual(assignSentenceId(other, none), id)
  const longer = assignSentenceId(lamp, (taken) => taken === id)
  assert.match(longer, /^[0-9a-f]{9}$/)
  assert.ok(longer.startsWith(id))
  assert.match(assignBookId(lamp, none), /^[0-9a-f]{4}$/)
  assert.match(
    assignBookId(lamp, (taken) => taken.length < 6),
    /^[0-9a-f]{6}$/,
  )
})

test('other writers of the file get in between two books, and a crash leaves every book whole', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-sentences-'))
  const store = await openStore({ dataDir })
  const other = await openStore({ dataDir })
  t.after(async () => {
    await Promise.all([store.close(), other.close()])
    rmSync(dataDir, { recursive: true })
  })
  const world = await openWorld({ database: { db: store.db, dialect: store.dialect } })
  await sql`create table other_writer (n integer)`.execute(other.db)
  const names = ['One', 'Two', 'Three', 'Four']
  const bookOf = (name: string) =>
    `${name}\n\n${Array.from({ length: 500 }, (_, at) => `It was ${name} ${at}.`).join(' ')}`
  const header = names.map((name) => `Book: ${name} (1928)`).join('\n')
  let isOver = false
  const importing = world
    .importFile('books.txt', `Author: A\n${header}\n\n${names.map(bookOf).join('\n\n')}\n`, 65_536)
    .finally(() => {
      isOver = true
    })
  const seen = new Set<string>()
  while (!isOver) {
    // what a process would find that starts after this one was killed now
    const rows = await sql<{ listed: number; stored: number }>`
      select (select count(*) from author_sentences_books) as listed,
        (select count(*) from author_sentences_sentences s join author_sentences_books b
          on b.place = s.place / 100000 and b.import = s.import) as stored`.execute(other.db)
    for (const { listed, stored } of rows.rows) seen.add(`${listed} books, ${stored} sentences`)
    await sql`insert into other_writer values (1)`.execute(other.db)
    await yieldToEventLoop()
  }
  assert.equal((await importing).sentences, 2000)
  const whole = [0, 1, 2, 3, 4].map((count) => `${count} books, ${500 * count} sentences`)
  for (const state of seen) assert.ok(whole.includes(state), state)
  for (const state of whole.slice(1, 4)) assert.ok(seen.has(state), `${state} was never seen`)
})

await eachStore('author sentences', (database) => {
  const migrated = async (store: typeof database.store) => {
    await store.migrate(api.slug, migrationList(migrations))
    return openWorld({ database: store, migrated: true })
  }

  test('a book that is imported again is replaced, keeps its position and its ids, and every process sees it', async () => {
    const here = await migrated(database.store)
    const there = await migrated(await database.another())
    assert.equal((await there.ask('/books')).headers['x-gateway-sample'], 'true')
    await here.importFile('Lamp (1928).txt', 'It burned. It hung. It fell.')
    await here.importFile('Salt (1931).txt', 'It was salt.')
    there.clock.advance(1000)
    const before = await all(there)
    assert.equal(Object.keys(before).length, 4)
    assert.deepEqual(await there.importFile('Lamp (1928).txt', 'It burned. It hung. It fell.'), {
      books: 1,
      sentences: 3,
      added: 0,
      removed: 0,
    })
    assert.deepEqual(await all(there), before)

    const counts = await there.importFile('Lamp (1929).txt', 'It rose. It hung.')
    assert.deepEqual(counts, { books: 1, sentences: 2, added: 1, removed: 2 })
    here.clock.advance(1000)
    const after = await all(here)
    assert.deepEqual(Object.values(after).sort(), [
      'Lamp 1929: It hung.',
      'Lamp 1929: It rose.',
      'Salt 1931: It was salt.',
    ])
    const hung = Object.entries(before).find(([, text]) => text.endsWith('It hung.'))?.[0] ?? ''
    assert.equal(after[hung], 'Lamp 1929: It hung.')
    const { data } = Object((await here.ask('/books')).body)
    assert.deepEqual(
      data.map((book: { name: string; year: string }) => [book.name, book.year]),
      [
        ['Lamp', '1929'],
        ['Salt', '1931'],
      ],
    )
    for (const [id, text] of Object.entries(after))
      assert.ok(text.endsWith(Object((await there.ask(`/sentences/${id}`)).body).data.sentence))
  })

  test('a draw right after another process has shortened a book is still complete', async () => {
    const here = await migrated(database.store)
    const there = await migrated(await database.another())
    const many = Array.from({ length: 60 }, (_, at) => `Line ${at} is here.`)
    await here.importFile('Short (1900).txt', many.join(' '), 1000)
    const [book] = Object((await here.ask('/books')).body).data.slice(-1)
    assert.equal(Object((await here.ask(`/books/${book.id}/sentences?limit=100`)).body).data.length, 60)
    there.clock.advance(1000)
    await there.importFile('Short (1900).txt', many.slice(0, 7).join(' '), 1000)
    assert.equal(Object((await here.ask(`/books/${book.id}/sentences?limit=5`)).body).data.length, 5)
    assert.equal(Object((await here.ask(`/books/${book.id}/sentences?limit=100`)).body).data.length, 7)
  })

  test('two sentences that would share an id get different ones, in one book or in two', async () => {
    const world = await migrated(database.store)
    const record = { author: '', name: 'Clash', text: 'It clashed.' }
    const [natural, shared] = [assignSentenceId(record, () => false), '34c9f9f7']
    await world.importFile('Other (1900).txt', 'Something else.')
    await database.store.db
      .withTables<Pick<Tables, keyof Tables>>()
      .updateTable('author_sentences_sentences')
      .set({ id: natural })
      .where('text', '=', 'Something else.')
      .execute()
    for (let round = 0; round < 2; round++)
      await world.importFile('Clash (1900).txt', 'It clashed. Line 24510. Line 25703.')
    const refused: Record<string, RegExp> = {
      [natural]: /^Something else/,
      [shared]: /^Line 24510/,
    }
    for (const [id, text] of Object.entries(refused))
      assert.match(Object((await world.ask(`/sentences/${id}`)).body).data.sentence, text)
    const ids = Object.entries(await all(world)).filter(([, text]) => text.startsWith('Clash'))
    assert.deepEqual(
      ids.map(([id]) => [id.slice(0, 8), id.length]).sort(),
      [
        [natural, 9],
        [shared, 8],
        [shared, 9],
      ].sort(),
    )
  })

  test('concurrent imports lose nothing', async () => {
    const worlds = [await migrated(database.store), await migrated(await database.another())]
    const names = ['P', 'Q', 'R', 'S']
    await Promise.all(
      names.map((name, at) => {
        const text = Array.from({ length: 300 }, (_, n) => `${name} has ${n} lamps.`).join(' ')
        return worlds[at % 2]?.importFile(`${name} 1900`, text, 10_000)
      }),
    )
    const [first] = worlds
    assert.ok(first)
    first.clock.advance(1000)
    const { data } = Object((await first.ask('/books')).body)
    for (const name of names) {
      const [book] = data.filter((one: { name: string }) => one.name === name)
      const drawn: SentenceView[] = Object((await first.ask(`/books/${book.id}/sentences?limit=100`)).body).data
      assert.equal(drawn.length, 100)
      for (const { sentence } of drawn) assert.ok(sentence.startsWith(`${name} has `))
    }
  })
})

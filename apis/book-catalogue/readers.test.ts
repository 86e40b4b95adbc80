// Reader counts, from the dumps of ratings and reading logs, and what can be read online: what search results report,
// the orders and filters based on it, and imports that are repeated, replaced and interrupted. On each database.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { Failure } from '#define'
import { eachStore } from '../../tests/harness/services.ts'
import { readerStats } from './provider/readers.ts'
import type { Tables } from './tables.ts'
import { author, by, dump, edition, work } from './test/dumps.ts'
import { type Doc, namedMigrations, openWorld as openOn, type World } from './test/world.ts'

const books = dump(
  author(1, 'Ada Quill'),
  work(1, 'The Paper Boat', by(1)),
  work(2, 'The Second Boat', by(1)),
  work(3, 'The Third Boat', by(1)),
)
const rating = (workId: number, stars: number, editionKey = '') =>
  `/works/OL${workId}W\t${editionKey}\t${stars}\t2024-05-06\n`
const shelved = (workId: number, shelf: string) => `/works/OL${workId}W\t/books/OL1M\t${shelf}\t2024-05-06\n`
const times = (count: number, line: string) => line.repeat(count)

const ratings = times(40, rating(1, 4)) + times(20, rating(1, 5)) + rating(2, 5, '/books/OL7M') + rating(2, 1)
const log =
  times(3, shelved(1, 'Want to Read')) +
  times(2, shelved(1, 'Currently Reading')) +
  times(4, shelved(1, 'Already Read')) +
  times(6, shelved(3, 'Want to Read'))

const nobody = { stars_1: 0, stars_2: 0, stars_3: 0, stars_4: 0, stars_5: 0, want: 0, reading: 0, done: 0 }
const isInvalid = (reason: RegExp) => (error: unknown) =>
  error instanceof Failure && error.code === 'import.invalid' && reason.test(error.message)

test('many good ratings rank before a single better one, and unrated works have no rating', () => {
  const sortable = (stars: object) => readerStats({ ...nobody, ...stars }).ratings_sortable ?? Number.NaN
  assert.ok(sortable({ stars_4: 40, stars_5: 20 }) > sortable({ stars_5: 1 }))
  assert.ok(sortable({ stars_5: 100 }) > sortable({ stars_5: 10 }))
  assert.ok(sortable({ stars_5: 100_000 }) > 4.99 && sortable({ stars_5: 100_000 }) < 5)
  // by hand: (1+2+3+4+10)/6 = 10/3, squares (1+4+9+16+50)/6 = 40/3, 10/3 - 1.65 * sqrt((40/3 - 100/9) / 7)
  assert.ok(Math.abs(sortable({ stars_5: 1 }) - 2.4037) < 1e-4)
  assert.deepEqual([readerStats(nobody), readerStats(undefined)], [{}, {}])
})

await eachStore('readers of books', (database) => {
  before(async () => {
    await database.store.migrate('book-catalogue', namedMigrations)
  })
  const openWorld = async (): Promise<World> => {
    const db = database.store.db.withTables<Pick<Tables, keyof Tables>>()
    for (const table of [
      'works',
      'authors',
      'editions',
      'credits',
      'docs',
      'ranks',
      'readers',
      'stale',
      'imports',
    ] as const)
      await db.deleteFrom(`book_catalogue_${table}`).execute()
    for (const table of ['words', 'names']) await sql`delete from ${sql.table(`book_catalogue_${table}`)}`.execute(db)
    await db.updateTable('book_catalogue_state').set({ revision: 0, sample: 0 }).execute()
    return openOn({ database: database.store, migrated: true })
  }
  const search = async (world: World, pairs: string): Promise<readonly Doc[]> => {
    world.wait()
    return (await world.ask(`/search.json?${pairs}`)).body.docs ?? []
  }
  const titles = async (world: World, pairs: string) => (await search(world, pairs)).map((doc) => doc.title)
  const counts = async (world: World) =>
    (await search(world, 'q=boat&sort=key&fields=ratings_count,readinglog_count')).map((doc) => [
      doc.ratings_count,
      doc.readinglog_count,
    ])
  const importAll = async (): Promise<World> => {
    const world = await openWorld()
    await world.importFile(books, { name: 'works' })
    await world.importFile(ratings, { name: 'ratings' })
    await world.importFile(gzipSync(log), { name: 'log' })
    return world
  }

  test("search results report ratings and readers, in the provider's members", async () => {
    const world = await importAll()
    const [boat, second, third] = await search(world, 'q=boat&sort=key&fields=*')
    const { ratings_sortable, ...paper } = Object.fromEntries(
      Object.entries(boat ?? {}).filter(([name]) => /^ratings_|_count$/.test(name)),
    )
    assert.deepEqual(paper, {
      already_read_count: 4,
      currently_reading_count: 2,
      edition_count: 1,
      ratings_average: 260 / 60,
      ratings_count: 60,
      ratings_count_1: 0,
      ratings_count_2: 0,
      ratings_count_3: 0,
      ratings_count_4: 40,
      ratings_count_5: 20,
      readinglog_count: 9,
      want_to_read_count: 3,
    })
    assert.ok(Number(ratings_sortable) > 4 && Number(ratings_sortable) < 260 / 60)
    assert.deepEqual([second?.ratings_average, second?.readinglog_count], [3, undefined])
    assert.deepEqual([third?.ratings_count, third?.want_to_read_count], [undefined, 6])
    assert.equal((await search(world, 'q=boat'))[0]?.ratings_count, undefined, 'not among the default fields')
    const [ada] = (await world.ask('/search/authors.json?q=ada')).body.docs ?? []
    assert.deepEqual(
      [ada?.ratings_count, ada?.ratings_count_1, ada?.ratings_average, ada?.want_to_read_count, ada?.readinglog_count],
      [62, 1, 266 / 62, 9, 15],
    )
  })

  test('orders and filters use reader counts; works without readers come last in either direction', async () => {
    const world = await importAll()
    const [paper, second, third] = ['The Paper Boat', 'The Second Boat', 'The Third Boat']
    const orders: Record<string, unknown[]> = {
      rating: [paper, second, third],
      'rating asc': [second, paper, third],
      readinglog: [paper, third, second],
      want_to_read: [third, paper, second],
      'want_to_read asc': [paper, third, second],
      currently_reading: [paper, third, second],
      already_read: [paper, third, second],
      osp_count: [paper, second, third],
    }
    for (const [sort, expected] of Object.entries(orders))
      assert.deepEqual(await titles(world, `q=boat&sort=${encodeURIComponent(sort)}`), expected, sort)
    const queries: Record<string, unknown[]> = {
      'ratings_count:[1 TO *]': [paper, second],
      'ratings_average:[4.2 TO 5]': [paper],
      'ratings_average:3': [second],
      'ratings_average:{4 TO 5]': [paper],
      'ratings_average:{3 TO 4}': [],
      'readinglog_count:{6 TO *]': [paper],
      'readinglog_count:*': [paper, third],
      'want_to_read_count:6': [third],
      'already_read_count:[1 TO 4]': [paper],
      'currently_reading_count:[0 TO 0]': [third],
      'ratings_count:many': [],
    }
    for (const [q, expected] of Object.entries(queries))
      assert.deepEqual(await titles(world, `q=${encodeURIComponent(q)}&sort=key`), expected, q)
    // popularity multiplies relevance: nobody reads the second, though it matches equally well
    assert.deepEqual(await titles(world, 'q=boat'), [paper, third, second])
  })

  test('a dump imported again counts nothing twice, and a newer one replaces it', async () => {
    const world = await importAll()
    const before = await counts(world)
    assert.deepEqual(before, [
      [60, 9],
      [2, undefined],
      [undefined, 6],
    ])
    const again = await world.importFile(ratings, { name: 'ratings' })
    assert.deepEqual([again.ratings, again.shelves, again.made], [62, 0, 4])
    assert.deepEqual(await counts(world), before)
    await world.importFile(rating(3, 2), { name: 'ratings of June' })
    assert.deepEqual(await counts(world), [
      [undefined, 9],
      [undefined, undefined],
      [1, 6],
    ])
    await world.importFile(shelved(2, 'Already Read'), { name: 'log of June' })
    assert.deepEqual(await counts(world), [
      [undefined, undefined],
      [undefined, 1],
      [1, undefined],
    ])
  })

  test('it does not matter whether books or readers are imported first, or both in one file', async () => {
    const expected = await counts(await importAll())
    const world = await openWorld()
    assert.equal((await search(world, 'q=the+hobbit'))[0]?.title, 'The Hobbit')
    await world.importFile(log, { name: 'log' })
    await world.importFile(ratings, { name: 'ratings' })
    assert.equal(
      (await search(world, 'q=the+hobbit'))[0]?.title,
      'The Hobbit',
      'the sample answers until books are imported',
    )
    await world.importFile(books, { name: 'works' })
    assert.deepEqual(await counts(world), expected)
    const mixed = await openWorld()
    await mixed.importFile(ratings + books + log)
    assert.deepEqual(await counts(mixed), expected)
  })

  test('an interrupted import resumes counting where it stopped', async () => {
    const world = await importAll()
    const many = Array.from({ length: 12_000 }, (_, at) => rating(at + 1, 3)).join('')
    const bytes = Buffer.from(many + shelved(1, 'Already Read') + ratings)
    async function* breaking(): AsyncGenerator<Buffer> {
      yield bytes.subarray(0, Math.floor(many.length * 0.7))
      throw new Error('the connection is gone')
    }
    const run = world.importChunks('all', breaking())
    await assert.rejects(async () => run, /the connection is gone/)
    const marks = world.kit.db.selectFrom('book_catalogue_imports').select('lines').where('lines', '>', 0)
    const { lines } = await marks.executeTakeFirstOrThrow()
    assert.ok(lines > 1000, `${lines} lines were stored`)
    const rest = await world.importFile(bytes, { name: 'all', pieceBytes: 65_536 })
    assert.equal(rest.ratings, 12_062 - lines, 'only unstored lines are read again')
    assert.deepEqual(await counts(world), [
      [61, 1],
      [3, undefined],
      [1, undefined],
    ])
    const left = await world.kit.db.selectFrom('book_catalogue_imports').selectAll().execute()
    assert.deepEqual(left, [])
  })

  test('an invalid line is skipped and reported', async () => {
    const world = await openWorld()
    const lines = [
      '/works/OL1W\t\t6\t2024',
      '/works/OL1W\t\t\t',
      '/works/x\t\t5\t2024',
      '/works/OL1W',
      '/works/OL1W\t\t4.5\t2024',
    ]
    const imported = await world.importFile(`${books}${lines.join('\n')}\n${rating(1, 5)}/works/OL2W\t\talready read\n`)
    assert.deepEqual([imported.refused, imported.ratings, imported.shelves], [5, 1, 1])
    assert.deepEqual(
      world.logged.map((line) => /"line":(\d+)/.exec(line)?.[1]),
      ['5', '6', '7', '8', '9'],
    )
    assert.deepEqual((await counts(world)).slice(0, 2), [
      [1, undefined],
      [undefined, 1],
    ])
    await assert.rejects((await openWorld()).importFile(lines.join('\n')), isInvalid(/line 1: its third column/))
  })

  test('an edition from an open library can be read by everybody; for a scan alone it is unknown', async () => {
    const world = await openWorld()
    await world.importFile(
      books +
        dump(
          edition(1, 1, { title: 'The Paper Boat', ocaid: 'paperboat00quil' }),
          edition(2, 1, { title: 'The Paper Boat', identifiers: { project_gutenberg: ['4711'] } }),
          edition(3, 2, { title: 'The Second Boat', ocaid: 'second00quil', identifiers: { goodreads: ['5'] } }),
          edition(4, 3, { title: 'The Third Boat' }),
        ),
    )
    const [paper, second, third] = await search(world, 'q=boat&sort=key&fields=*,editions,availability')
    assert.deepEqual([paper?.ebook_access, paper?.has_fulltext, paper?.public_scan_b], ['public', true, true])
    assert.deepEqual(paper?.id_project_gutenberg, ['4711'])
    assert.equal(Object(paper?.availability).status, 'open')
    assert.deepEqual(
      [second?.ebook_access, second?.has_fulltext, second?.public_scan_b],
      ['unclassified', false, false],
    )
    assert.deepEqual([third?.ebook_access, third?.has_fulltext], ['no_ebook', false])
    assert.equal(Object(Object(third?.editions).docs[0]).ebook_access, 'no_ebook')
    for (const pair of ['has_fulltext=true', 'public_scan=true', 'q=has_fulltext:true', 'q=ebook_access:public'])
      assert.deepEqual(await titles(world, pair), ['The Paper Boat'], pair)
    assert.deepEqual(await titles(world, 'has_fulltext=false&sort=key'), ['The Second Boat', 'The Third Boat'])
    assert.deepEqual(await titles(world, 'sort=ebook_access'), ['The Paper Boat', 'The Second Boat', 'The Third Boat'])
  })
})

// Imports of dumps on each database: what they produce, that they can be interrupted and repeated, and what is refused.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { Failure } from '#define'
import { eachStore } from '../../tests/harness/services.ts'
import type { Tables } from './tables.ts'
import { author, by, dump, edition, generated, work } from './test/dumps.ts'
import { type Doc, namedMigrations, openWorld as openOn, type World } from './test/world.ts'

const small = dump(
  author(1, 'Ada Quill', { birth_date: '3 May 1900', alternate_names: ['A. Q.', 'Adelaide Quill'] }),
  author(2, 'Bo Ink'),
  work(1, 'The Paper Boat', {
    ...by(1),
    subjects: ['Paper boats', 'Ponds'],
    subject_places: ['Green Pond'],
    subject_people: ['Captain Fold'],
    subject_times: ['20th century'],
    covers: [-1, 77],
    description: { type: '/type/text', value: 'A boat of paper.' },
    first_publish_date: '1950',
  }),
  work(2, 'The Second Boat', { authors: [{ key: '/authors/OL1A' }, { author: '/authors/OL2A' }], subjects: ['Ponds'] }),
  edition(10, 1, {
    title: 'The Paper Boat',
    subtitle: 'A Tale',
    publish_date: 'May 1931',
    publishers: ['Pond Press'],
    isbn_10: ['0-441-01359-7', '123'],
    languages: [{ key: '/languages/eng' }],
    number_of_pages: 100,
    covers: [88],
    ocaid: 'paperboat00quil',
    oclc_numbers: ['4711'],
    identifiers: { goodreads: ['99'] },
    dewey_decimal_class: ['813.52'],
  }),
  edition(11, 1, {
    title: 'Papierboot',
    publish_date: '1948',
    languages: [{ key: '/languages/ger' }],
    number_of_pages: 131,
  }),
  edition(12, 3, { title: 'Only an Edition', publish_date: '2001' }),
  edition(13, 1, { works: [] }),
  { type: 'redirect', key: '/works/OL9W', json: { location: '/works/OL1W' } },
  { type: 'delete', key: '/works/OL8W' },
)
const nothing = {
  lines: 0,
  works: 0,
  authors: 0,
  editions: 0,
  redirects: 0,
  ratings: 0,
  shelves: 0,
  passed: 0,
  refused: 0,
  made: 0,
}
const counted = { ...nothing, lines: 10, works: 2, authors: 2, editions: 3, redirects: 1, passed: 2, made: 5 }

const isInvalid = (reason: RegExp) => (error: unknown) =>
  error instanceof Failure && error.code === 'import.invalid' && reason.test(error.message)

await eachStore('imports of books', (database) => {
  before(async () => {
    await database.store.migrate('book-catalogue', namedMigrations)
  })
  /** The tables as in a new database, and a provider with empty caches. */
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
      'redirects',
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
  /** Everything that calls can read from a small catalogue. */
  const everything = async (world: World) => {
    world.wait()
    const paths = ['/search.json?fields=*,editions,description&sort=key', '/search/authors.json?q=a*&sort=name']
    return Promise.all(
      [...paths, '/subjects/ponds.json?details=true'].map(async (path) => (await world.ask(path)).body),
    )
  }

  test('what names a merged work or author belongs to the one that is left, in any order of lines and files', async () => {
    const redirect = (from: string, to: string) => ({ type: 'redirect' as const, key: from, json: { location: to } })
    const lines = [
      author(1, 'Ada Quill'),
      author(7, 'A. Quill'),
      work(17, 'The Paper Boat', by(1)),
      work(20, 'Paper Boat', by(7)),
      work(30, 'Another Boat', by(7)),
      edition(10, 20, { title: 'The Paper Boat', publish_date: '1931', isbn_13: ['9780441013593'] }),
      edition(11, 21, { title: 'A Paper Boat', publish_date: '1948' }),
      redirect('/works/OL20W', '/works/OL17W'),
      redirect('/works/OL21W', '/works/OL20W'),
      redirect('/authors/OL7A', '/authors/OL1A'),
      redirect('/works/OL40W', '/works/OL40W'),
      redirect('/books/OL1M', '/books/OL2M'),
    ]
    const files = [
      [lines],
      [lines.toReversed()],
      lines.map((line) => [line]),
      lines.toReversed().map((line) => [line]),
      [lines.slice(0, 7), lines.slice(7)],
    ]
    for (const [at, parts] of files.entries()) {
      const world = await openWorld()
      for (const part of parts)
        await world.importFile(dump(...part.flat())).catch((error) => assert.ok(isInvalid(/holds no/)(error)))
      const docs = await search(
        world,
        'q=boat&fields=key,edition_count,author_key,author_name,first_publish_year&sort=key',
      )
      assert.deepEqual(
        docs.map(({ key, edition_count, author_key, author_name }) => [key, edition_count, author_key, author_name]),
        [
          ['/works/OL17W', 2, ['OL1A'], ['Ada Quill']],
          ['/works/OL30W', 1, ['OL1A'], ['Ada Quill']],
        ],
        String(at),
      )
      assert.deepEqual(
        (await search(world, 'isbn=9780441013593')).map(({ key }) => key),
        ['/works/OL17W'],
      )
      const authors = (await world.ask('/search/authors.json?q=quill')).body.docs ?? []
      assert.deepEqual(
        authors.map(({ key, work_count }) => [key, work_count]),
        [['OL1A', 2]],
      )
    }
  })

  test('works that are merged in a circle stay one work', async () => {
    const world = await openWorld()
    const circle = [2, 3, 1].map((to, at) => ({
      type: 'redirect' as const,
      key: `/works/OL${at + 1}W`,
      json: { location: `/works/OL${to}W` },
    }))
    await world.importFile(dump(work(1, 'The Paper Boat'), edition(10, 3, { title: 'The Boat' }), ...circle))
    const [doc, ...others] = await search(world, 'q=boat&fields=key,edition_count')
    assert.deepEqual([doc?.key, doc?.edition_count, others], ['/works/OL1W', 1, []])
  })

  test('works, authors and editions become search results with everything derived from them', async () => {
    const world = await openWorld()
    assert.deepEqual(await world.importFile(small), counted)
    const [boat] = await search(world, 'q=paper+boat+-second&fields=*,editions,description')
    assert.deepEqual(boat, {
      alternative_title: ['The Paper Boat: A Tale', 'Papierboot'],
      author_alternative_name: ['A. Q.', 'Adelaide Quill'],
      author_key: ['OL1A'],
      author_name: ['Ada Quill'],
      cover_i: 77,
      ddc: ['813.52'],
      ebook_access: 'unclassified',
      edition_count: 2,
      edition_key: ['OL10M', 'OL11M'],
      first_publish_year: 1931,
      has_fulltext: false,
      ia: ['paperboat00quil'],
      id_goodreads: ['99'],
      isbn: ['9780441013593', '0441013597'],
      key: '/works/OL1W',
      language: ['eng', 'ger'],
      last_modified_i: Date.UTC(2024, 4, 6, 7, 8, 9) / 1000,
      number_of_pages_median: 116,
      oclc: ['4711'],
      person: ['Captain Fold'],
      person_facet: ['Captain Fold'],
      person_key: ['captain_fold'],
      place: ['Green Pond'],
      place_facet: ['Green Pond'],
      place_key: ['green_pond'],
      public_scan_b: false,
      publish_date: ['May 1931', '1948'],
      publish_year: [1931, 1948],
      publisher: ['Pond Press'],
      subject: ['Paper boats', 'Ponds'],
      subject_facet: ['Paper boats', 'Ponds'],
      subject_key: ['paper_boats', 'ponds'],
      time: ['20th century'],
      time_facet: ['20th century'],
      time_key: ['20th_century'],
      title: 'The Paper Boat',
      type: 'work',
      editions: {
        numFound: 2,
        start: 0,
        numFoundExact: true,
        docs: [
          {
            cover_i: 88,
            ebook_access: 'unclassified',
            ia: ['paperboat00quil'],
            isbn: ['0441013597'],
            key: '/books/OL10M',
            language: ['eng'],
            publish_date: ['May 1931'],
            publisher: ['Pond Press'],
            title: 'The Paper Boat',
            subtitle: 'A Tale',
          },
        ],
      },
      description: 'A boat of paper.',
    })
    assert.deepEqual(await titles(world, 'q=title:edition'), ['Only an Edition'])
    assert.deepEqual(await titles(world, 'author=quill+ink'), ['The Second Boat'])
    assert.deepEqual(await titles(world, 'author=ink'), ['The Second Boat'])
    const { docs } = (await world.ask('/search/authors.json?q=adelaide')).body
    assert.deepEqual(docs, [
      {
        key: 'OL1A',
        type: 'author',
        name: 'Ada Quill',
        alternate_names: ['A. Q.', 'Adelaide Quill'],
        birth_date: '3 May 1900',
        top_work: 'The Paper Boat',
        work_count: 2,
        top_subjects: ['Ponds', 'Paper boats'],
      },
    ])
    const queries = [
      'publish_year:[1940 TO 1949]',
      'publish_year:1948',
      'ia:paperboat00quil',
      'oclc:4711',
      'edition_key:OL11M',
    ]
    queries.push('id_goodreads:99', 'ddc:813*', 'publisher:"pond press"', 'papierboot', 'number_of_pages:116')
    queries.push('ebook_access:[unclassified TO *]', 'edition_count:[2 TO 9]', 'time:"20th century"', 'isbn:0441013597')
    for (const q of queries) assert.deepEqual(await titles(world, `q=${encodeURIComponent(q)}`), ['The Paper Boat'], q)
  })

  test('an import removes the sample and its mark', async () => {
    const world = await openWorld()
    assert.deepEqual(await titles(world, 'q=the+hobbit'), ['The Hobbit'])
    await world.importFile(small)
    assert.deepEqual(await titles(world, 'q=the+hobbit'), [])
    assert.equal((await world.ask('/search.json?q=the+hobbit')).body.numFound, 0, 'caches are invalidated')
    assert.deepEqual((await world.ask('/search/authors.json?q=tolkien')).body.docs, [])
    const { headers, body } = await world.ask('/search.json')
    assert.equal(headers['x-gateway-sample'], undefined)
    assert.equal(body.numFound, 3)
  })

  test('the order of the files, their compression and their chunks do not matter', async () => {
    const expected = await everything(await importing(small))
    const lines = small.trimEnd().split('\n')
    assert.deepEqual(await everything(await importing(`${lines.toReversed().join('\n')}`)), expected)
    assert.deepEqual(await everything(await importing(gzipSync(small))), expected)
    const parts = ['edition', 'work', 'author'].map((type) =>
      lines.filter((line) => line.startsWith(`/type/${type}\t`)),
    )
    assert.deepEqual(await everything(await importing(...parts.map((part) => `${part.join('\n')}\n`))), expected)
    async function importing(...files: (string | Buffer)[]): Promise<World> {
      const world = await openWorld()
      for (const [at, file] of files.entries()) await world.importFile(file, { name: `${at}.txt`, pieceBytes: 37 })
      return world
    }
  })

  test('importing a file again changes nothing, and a newer one replaces the records in it', async () => {
    const world = await openWorld()
    await world.importFile(small)
    const before = await everything(world)
    assert.deepEqual(await world.importFile(small), counted)
    assert.deepEqual(await everything(world), before)
    await world.importFile(dump(author(1, 'Ada Feather'), work(2, 'The Third Boat', by(2))), { name: 'newer' })
    assert.deepEqual(await titles(world, 'author=feather'), ['The Paper Boat'])
    assert.deepEqual(await titles(world, 'author=quill'), [])
    assert.deepEqual(await titles(world, 'title=third'), ['The Third Boat'])
    assert.deepEqual(await titles(world, 'title=second'), [])
    const [ada] = (await world.ask('/search/authors.json?q=ada')).body.docs ?? []
    assert.equal(ada?.work_count, 1)
    await world.importFile(dump(edition(11, 2, { title: 'Papierboot' })), { name: 'moved' })
    const counts = (await search(world, 'q=boat&sort=key')).map((doc) => doc.edition_count)
    assert.deepEqual(counts, [1, 1])
    assert.deepEqual(await titles(world, 'q=papierboot'), ['The Third Boat'])
  })

  test('an interrupted import resumes where it stopped, with the result of a complete one', async () => {
    const world = await openWorld()
    const bytes = Buffer.concat([...generated(6000)])
    async function* breaking(): AsyncGenerator<Buffer> {
      for (let at = 0; at < bytes.length * 0.9; at += 65_536) yield bytes.subarray(at, at + 65_536)
      throw new Error('the connection is gone')
    }
    const run = async (chunks: AsyncIterable<Buffer>) => world.importChunks('dump', chunks)
    await assert.rejects(run(breaking()), /the connection is gone/)
    const rest = await world.importFile(bytes, { name: 'dump', pieceBytes: 65_536 })
    assert.ok((rest.lines ?? 0) < 3500, `${rest.lines} lines read again`)
    assert.equal(rest.made, 6000 + 2000, 'documents of both parts are built')
    assert.equal((await world.ask('/search.json?limit=0')).body.numFound, 6000)
    // once read to its end, the file is read from its beginning the next time
    assert.equal((await world.importFile(bytes, { name: 'dump', pieceBytes: 65_536 })).lines, 6000 + 2000)
  })

  test('an invalid line is skipped, counted and reported by its number', async () => {
    const world = await openWorld()
    const lines = ['nonsense', '/type/work\t/authors/OL1A\t1\t2024\t{}', '/type/work\t/works/OL5W\t1\t2024\t{"title":']
    lines.push('/type/work\t/works/OL6W\t1\t2024\t[]', '/type/work\t/works/OL990000001W\t1\t2024\t{}', '', '\r')
    const counts = await world.importFile(`${lines.join('\n')}\n${small}`)
    assert.deepEqual(counts, { ...counted, lines: 17, refused: 5 })
    assert.deepEqual(
      world.logged.map((line) => /"line":(\d+)/.exec(line)?.[1]),
      ['1', '2', '3', '4', '5'],
    )
    assert.equal((await world.ask('/search.json')).body.numFound, 3)
  })

  test('hostile values of any type and length are stored or left out', async () => {
    const world = await openWorld()
    const odd = [null, 7, 'x'.repeat(70_000), '\0', '\ud800', [], {}, [[]], [null], [{ key: 1 }], { value: 5 }, -1]
    const names = ['title', 'subtitle', 'authors', 'covers', 'subjects', 'description', 'name', 'works', 'publishers']
    names.push('isbn_10', 'languages', 'number_of_pages', 'ocaid', 'identifiers', 'publish_date', 'alternate_names')
    const jsons = odd.map((value) => Object.fromEntries(names.map((name) => [name, value])))
    const lines = jsons.flatMap((json, at) => [
      work(100 + at, `Odd ${at}`, json),
      author(100 + at, 'Odd', json),
      edition(100 + at, 100 + at, { ...json, works: [{ key: `/works/OL${100 + at}W` }] }),
    ])
    await world.importFile(dump(work(1, 'Robert\'); DROP TABLE "x" -- \'\\'), ...lines))
    assert.equal((await titles(world, 'q=robert+drop+table')).length, 1)
    assert.equal((await world.ask('/search.json?fields=*')).status, 200)
  })

  test('a file without any record is refused with a reason, and the sample stays', async () => {
    const world = await openWorld()
    assert.deepEqual(await titles(world, 'q=the+hobbit'), ['The Hobbit'])
    await assert.rejects(world.importFile('date,rate\n2024-01-01,1\n'), isInvalid(/line 1: 1 columns instead of five/))
    await assert.rejects(world.importFile('\n'), isInvalid(/holds no works/))
    await assert.rejects(world.importFile('x\n'.repeat(2000)), isInvalid(/line 1: .*; and more/))
    await assert.rejects(world.importFile(gzipSync(small).subarray(0, -20)), isInvalid(/gzip/))
    await assert.rejects(world.importFile('x'.repeat(9 * 1024 * 1024), { pieceBytes: 1 << 20 }), isInvalid(/more than/))
    assert.deepEqual(await titles(world, 'q=the+hobbit'), ['The Hobbit'])
  })

  test('many books are imported and found; the speed is printed', async (context) => {
    const world = await openWorld()
    // a shared server in the middle of a test run cannot take more
    const count = database.name === 'sqlite' ? 20_000 : 5000
    const started = performance.now()
    const chunks = (async function* () {
      yield* generated(count)
    })()
    await world.importChunks('many', chunks)
    context.diagnostic(`${count} works and their authors in ${Math.round(performance.now() - started)} ms`)
    world.wait()
    const times: number[] = []
    for (let at = 0; at < 200; at++) {
      const word = `w${(at * at).toString(36)}`
      const paths = [`q=${word}++`, `q=${word}+the`, `title=${word}`, `q=${word}*&sort=new`]
      const before = performance.now()
      const { status } = await world.ask(`/search.json?limit=20&${paths[at % 4]}`)
      times.push(performance.now() - before)
      assert.ok(status === 200 || word.length < 3)
    }
    times.sort((a, b) => a - b)
    const show = (share: number) => times[Math.floor(times.length * share)]?.toFixed(1)
    context.diagnostic(`searches: p50 ${show(0.5)} ms, p95 ${show(0.95)} ms`)
    assert.equal((await world.ask('/search.json?limit=0')).body.numFound, count)
  })
})

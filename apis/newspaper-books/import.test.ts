// Imports: answers of this API, CSV of entries, own rankings; derived fields are recomputed, and a file is stored whole
// or not at all.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#define'
import { addDays } from '#provider'
import { createSeededRandom } from '#provider/test'
import { eachStore } from '../../tests/harness/services.ts'
import { csv, onix } from './test/files.ts'
import { namedMigrations, openWorld, type World } from './test/world.ts'

interface Entry {
  readonly rank: number
  readonly title: string
  readonly rank_last_week: number
  readonly weeks_on_list: number
  readonly asterisk: number
  readonly dagger: number
  readonly primary_isbn13: string
  readonly [member: string]: unknown
}
interface List {
  readonly num_results: number
  readonly last_modified: string
  readonly results: {
    readonly books: readonly Entry[]
    readonly corrections: readonly object[]
    readonly [member: string]: unknown
  }
}

const listOf = async (world: World, path: string) => (await world.ask<List>(`/lists/${path}.json`)).body
const rejects = (reason: RegExp) => (error: unknown) =>
  error instanceof Failure && error.code === 'import.invalid' && reason.test(error.message)
const isbns = ['9780000000019', '9780000000026', '9780000000033', '9780000000040']
const titles = ['The Lamp on the Pier', 'Salt and Slate', 'A Ferry for Una', 'The Last Heron']

/** A row of the public form of entries. */
function row(published: string, rank: number, book: number, more: Record<string, string | number> = {}) {
  return {
    list_name_encoded: 'hardcover-fiction',
    published_date: published,
    bestsellers_date: addDays(published, -15),
    rank,
    rank_last_week: '',
    weeks_on_list: '',
    isbn13: isbns[book] ?? '',
    isbn10: '',
    title: titles[book] ?? '',
    author: `Author ${book}`,
    contributor: `by Author ${book}`,
    publisher: 'Sample House',
    description: '',
    price: '27.00',
    age_group: '',
    asterisk: 0,
    dagger: 0,
    image: '',
    ...more,
  }
}
const sundays = ['2024-05-05', '2024-05-12', '2024-05-19', '2024-05-26']

await eachStore('an import of newspaper books', (database) => {
  const openHere = async () => {
    await database.store.migrate('newspaper-books', namedMigrations)
    await database.store.db.deleteFrom('newspaper_books_records' as never).execute()
    return openWorld({ database: database.store, migrated: true })
  }

  test('answers of this API come back as they were, and no longer as a sample', async () => {
    const sample = await openWorld()
    const world = await openHere()
    const weeks = [...sundays.map((day) => addDays(day, 7 * 120)), '2026-11-08']
    const names = ['hardcover-fiction', 'picture-books', 'audio-fiction']
    const before = new Map<string, List>()
    const bodies: string[] = []
    for (const name of names)
      for (const week of weeks) {
        const pages = [await listOf(sample, `${week}/${name}`)]
        const more = await sample.ask<List>(`/lists/${week}/${name}.json?offset=20`)
        if (more.body.results.books.length > 0) pages.push(more.body)
        const [page] = pages
        if (page) before.set(`${String(page.results.published_date)}/${name}`, page)
        bodies.push(...pages.map((body) => JSON.stringify(body, null, 2)))
      }
    const counts = await world.importFile(bodies.join('\n'), { pieceBytes: 1000 })
    assert.deepEqual([counts.lists, counts.unmatched], [3, 0])
    for (const [path, page] of before) {
      const { headers, body } = await world.ask<List & { copyright: string }>(`/lists/${path}.json`)
      assert.equal(headers['x-gateway-sample'], undefined)
      assert.equal(body.copyright, 'Data imported by the operator of this gateway.')
      assert.deepEqual(body.results.books, page.results.books, path)
      assert.equal(body.last_modified, page.last_modified)
      assert.deepEqual([body.num_results, body.results.corrections], [page.num_results, page.results.corrections])
    }
    await sample.close()
    await world.close()
  })

  test('flat entries, overviews, histories, names and reviews are read too', async () => {
    const sample = await openWorld()
    const world = await openHere()
    const bodyOf = async (path: string) => JSON.stringify((await sample.ask(path)).body)
    const current = await listOf(sample, 'current/hardcover-fiction')
    const isbn = current.results.books[1]?.primary_isbn13
    const history = await sample.ask<{ results: { ranks_history: Record<string, unknown>[] }[] }>(
      `/lists/best-sellers/history.json?isbn=${isbn}`,
    )
    await world.importFile(
      [
        await bodyOf('/lists/names.json'),
        await bodyOf('/lists.json?list=manga'),
        await bodyOf('/lists/overview.json?published_date=2026-11-01'),
        JSON.stringify(history.body),
        await bodyOf('/reviews.json?title=persuasion'),
        await bodyOf('/lists/age-groups.json'),
      ].join('\n'),
      { pieceBytes: 5000 },
    )
    assert.equal((await listOf(world, 'current/manga')).num_results, 10)
    // of the overview the weekly lists: a monthly one may be older than the date of the overview
    assert.equal((await listOf(world, '2026-11-01/picture-books')).num_results, 5)
    assert.equal((await world.ask('/lists/current/audio-nonfiction.json')).status, 404)
    const reviews = (await world.ask<{ num_results: number }>('/reviews.json?title=persuasion')).body
    assert.deepEqual(reviews, {
      ...(await sample.ask('/reviews.json?title=persuasion')).body,
      copyright: Reflect.get(reviews, 'copyright'),
    })
    const again = await world.ask<{ results: { ranks_history: Record<string, unknown>[] }[] }>(
      `/lists/best-sellers/history.json?isbn=${isbn}`,
    )
    const plain = ({ results }: typeof history.body) =>
      results[0]?.ranks_history.map(({ published_date, list_name, rank }) => [published_date, list_name, rank])
    assert.deepEqual(plain(again.body), plain(history.body))
    await sample.close()
    await world.close()
  })

  test('derived fields are recomputed, whatever the file says of weeks that it has', async () => {
    const world = await openHere()
    const rows = [
      row('2024-05-05', 1, 0, { weeks_on_list: 30, rank_last_week: 4 }),
      row('2024-05-05', 2, 1),
      row('2024-05-12', 1, 1, { weeks_on_list: 9, rank_last_week: 9 }),
      row('2024-05-12', 2, 0, { weeks_on_list: 99 }),
      row('2024-05-19', 1, 2, { weeks_on_list: 5 }),
      row('2024-05-19', 2, 1),
      row('2024-06-02', 1, 1, { weeks_on_list: 7, rank_last_week: 3 }),
      row('2024-06-02', 2, 0),
    ]
    await world.importFile(csv(rows))
    const derived = async (day: string) =>
      (await listOf(world, `${day}/hardcover-fiction`)).results.books.map((book) => [
        book.title,
        book.rank_last_week,
        book.weeks_on_list,
      ])
    const [lamp, salt, ferry] = titles.map((title) => title.toUpperCase())
    // the first week is as the file says, because nothing earlier is stored
    assert.deepEqual(await derived('2024-05-05'), [
      [lamp, 4, 30],
      [salt, 0, 1],
    ])
    assert.deepEqual(await derived('2024-05-12'), [
      [salt, 2, 2],
      [lamp, 1, 31],
    ])
    assert.deepEqual(await derived('2024-05-19'), [
      [ferry, 0, 5],
      [salt, 1, 3],
    ])
    // a week is missing before: the file may know more
    assert.deepEqual(await derived('2024-06-02'), [
      [salt, 3, 7],
      [lamp, 0, 32],
    ])
    // the missing week arrives, and what follows it is computed again
    await world.importFile(csv([row('2024-05-26', 1, 1), row('2024-05-26', 2, 3)]))
    assert.deepEqual(await derived('2024-06-02'), [
      [salt, 1, 5],
      [lamp, 0, 32],
    ])
    await world.close()
  })

  test('derived fields of random lists are those of a recomputation', async () => {
    const world = await openHere()
    const random = createSeededRandom(19)
    const weeks = Array.from({ length: 30 }, (_, at) => addDays('2023-01-01', at * 7))
    const rows = weeks.flatMap((week) => {
      const books = [0, 1, 2, 3].filter(() => random.int(0, 2) > 0)
      return books.map((book, at) => row(week, at + 1, book))
    })
    await world.importFile(csv(rows), { pieceBytes: 4000 })
    const ranks = new Map(rows.map((one) => [`${one.published_date} ${one.title.toUpperCase()}`, one.rank]))
    for (const week of new Set(rows.map((one) => one.published_date)))
      for (const book of (await listOf(world, `${week}/hardcover-fiction`)).results.books) {
        const weeksOn = weeks.filter((day) => day <= week && ranks.has(`${day} ${book.title}`)).length
        assert.equal(book.weeks_on_list, weeksOn)
        assert.equal(book.rank_last_week, ranks.get(`${addDays(week, -7)} ${book.title}`) ?? 0)
      }
    await world.close()
  })

  test('a corrected rank takes the place of the old one, and corrections are shown', async () => {
    const world = await openHere()
    await world.importFile(csv([row('2024-05-05', 1, 0), row('2024-05-05', 2, 1), row('2024-05-12', 1, 0)]))
    const counts = await world.importFile(csv([row('2024-05-05', 1, 1), row('2024-05-05', 2, 2)]))
    assert.equal(counts.entries, 2)
    const { books } = (await listOf(world, '2024-05-05/hardcover-fiction')).results
    assert.deepEqual(
      books.map(({ rank, title }) => [rank, title]),
      [
        [1, 'SALT AND SLATE'],
        [2, 'A FERRY FOR UNA'],
      ],
    )
    assert.equal((await listOf(world, '2024-05-12/hardcover-fiction')).results.books[0]?.weeks_on_list, 1)
    const correction = {
      list_name_encoded: 'hardcover-fiction',
      published_date: '2024-05-05',
      correction: 'Two books were exchanged.',
    }
    await world.importFile(csv([correction]))
    const { results } = await listOf(world, '2024-05-05/hardcover-fiction')
    assert.deepEqual([results.corrections, results.books.length], [[{ text: 'Two books were exchanged.' }], 2])
    await world.close()
  })

  test('two editions of a title on one list are two books', async () => {
    const world = await openHere()
    const edition = { title: titles[0] ?? '', author: 'Author 0' }
    await world.importFile(csv(sundays.flatMap((day) => [row(day, 1, 0), row(day, 2, 1, edition)])))
    const { books } = (await listOf(world, 'current/hardcover-fiction')).results
    assert.deepEqual(
      books.map(({ title, primary_isbn13, weeks_on_list }) => [title, primary_isbn13, weeks_on_list]),
      [isbns[0], isbns[1]].map((isbn) => ['THE LAMP ON THE PIER', isbn, 4]),
    )
    await world.close()
  })

  test('an own ranking by loans becomes a list with ranks and asterisks', async () => {
    const world = await openHere()
    const definition = {
      list_name: 'Loans of the Harbour Library',
      display_name: 'Harbour Loans',
      list_name_encoded: '',
      oldest_published_date: '',
      newest_published_date: '',
      updated: 'WEEKLY',
    }
    await world.importFile(csv([definition]))
    const sales = [40, 100, 99.9, 7].map((loans, book) => ({
      list_name_encoded: 'loans-of-the-harbour-library',
      bestsellers_date: '2024-05-04',
      isbn13: isbns[book] ?? '',
      title: titles[book] ?? '',
      author: 'A. Reader',
      sales: Math.round(loans * 10),
    }))
    await world.importFile(csv(sales))
    const { results } = await listOf(world, 'current/loans-of-the-harbour-library')
    assert.deepEqual([results.published_date, results.display_name], ['2024-05-19', 'Harbour Loans'])
    assert.deepEqual(
      results.books.map(({ rank, title, asterisk }) => [rank, title, asterisk]),
      [
        [1, 'SALT AND SLATE', 0],
        [2, 'A FERRY FOR UNA', 1],
        [3, 'THE LAMP ON THE PIER', 0],
        [4, 'THE LAST HERON', 0],
      ],
    )
    // a later count takes the place of the whole list
    await world.importFile(csv(sales.slice(0, 2)))
    assert.equal((await listOf(world, 'current/loans-of-the-harbour-library')).num_results, 2)
    await world.close()
  })

  test('a file with mistakes is refused with their lines, and nothing of it is stored', async () => {
    const world = await openHere()
    const lines = [
      row('2024-05-05', 1, 0),
      row('2024-05-05', 1, 1),
      { ...row('2024-05-12', 1, 0), published_date: '2024-05-32' },
      row('2024-05-12', 51, 0),
      row('2024-05-12', 1, 2, { isbn13: '9780000000018' }),
    ]
    await assert.rejects(
      world.importFile(csv(lines)),
      rejects(
        /line 3: the list has its rank already, at line 2; line 4: published_date "2024-05-32" is not a day.*line 5: rank "51".*line 6: "9780000000018" is not an ISBN/,
      ),
    )
    for (const [content, reason] of [
      [csv([row('2024-05-05', 1, 0), row('2024-05-05', 2, 0)]), /line 3: the list has its book already, at line 2/],
      [csv([row('2024-05-05', 1, 0, { list_name_encoded: 'nothing' })]), /line 2: the list "nothing" is not defined/],
      [csv([row('2024-05-05', 1, 0, { bestsellers_date: '2024-06-01' })]), /line 2: bestsellers_date is after/],
      [csv([row('2024-05-05', 1, 0, { dagger: 2 })]), /line 2: dagger "2"/],
      [csv([row('2024-05-05', 1, 0, { title: '', isbn13: '' })]), /line 2: it has neither a title nor an ISBN/],
      ['a,b\n1,2\n', /its columns are those of no file/],
      ['list_name_encoded,published_date,rank\nmanga,2024-05-05\n', /line 2: 2 cells where the first line has 3/],
      ['{"results":{}}', /line 1: it has no results of this API/],
      ['{"results":[{"x":1}]}', /line 1, result 1: it is no record/],
      ['\n\n{"results":[}', /line 3/],
      ['<html/>', /neither products of ONIX nor records/],
      [onix([]), /neither products/],
      [
        onix([{ isbn: '9780000000064', title: 'x', author: 'y', publisher: '', description: '', price: '' }]),
        /import the lists first/,
      ],
      ['', /it has no rows/],
      [csv([{ url: 'https://x.example', publication_dt: 'soon', book_title: 'X' }]), /line 2: publication_dt/],
      [csv([{ list_name: '<b>', updated: 'WEEKLY' }]), /line 2: "<b>" is not a name/],
      [csv([{ list_name: 'Own', updated: 'DAILY' }]), /line 2: updated/],
    ] as const)
      await assert.rejects(world.importFile(content, { pieceBytes: 64 }), rejects(reason), String(reason))
    const { headers } = await world.ask('/lists/names.json')
    assert.equal(headers['x-gateway-sample'], 'true')
    await world.close()
  })

  test('addresses that are not of the web are dropped', async () => {
    const world = await openHere()
    await world.importFile(
      csv([row('2024-05-05', 1, 0, { image: 'javascript:alert(1)', amazon_product_url: 'https://shop.example/1' })]),
    )
    const [book] = (await listOf(world, 'current/hardcover-fiction')).results.books
    assert.deepEqual([book?.book_image, book?.amazon_product_url], [null, 'https://shop.example/1'])
    await world.close()
  })

  test('the same file twice changes nothing, and another process sees it within a second', async () => {
    const world = await openHere()
    const other = await openWorld({ database: await database.another(), migrated: true })
    await other.ask('/lists/names.json')
    const file = csv(sundays.flatMap((day) => [row(day, 1, 0), row(day, 2, 1)]))
    await world.importFile(file)
    const before = (await world.ask('/lists/best-sellers/history.json')).body
    await world.importFile(file)
    assert.deepEqual((await world.ask('/lists/best-sellers/history.json')).body, before)
    other.clock.advance(1000)
    assert.deepEqual((await other.ask('/lists/best-sellers/history.json')).body, before)
    await other.close()
    await world.close()
  })

  test('reviews from CSV are found', async () => {
    const world = await openHere()
    await world.importFile(csv([row('2024-05-05', 1, 0)]))
    const review = {
      url: 'https://news.example/1',
      publication_dt: '2024-05-10',
      byline: 'B. Reader',
      book_title: 'The Lamp on the Pier',
      book_author: 'Author 0',
      summary: 'Slow and bright.',
      isbn13: isbns.slice(0, 2).join(';'),
    }
    await world.importFile(csv([review]))
    const { body } = await world.ask<{ results: Record<string, unknown>[] }>(`/reviews.json?isbn=${isbns[1]}`)
    assert.deepEqual(body.results[0], {
      ...review,
      isbn13: isbns.slice(0, 2),
      uuid: body.results[0]?.uuid,
      uri: body.results[0]?.uri,
    })
    await world.close()
  })
})

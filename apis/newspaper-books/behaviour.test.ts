// What is special about the lists, the history and the reviews: dates, filters, pages, orders and the provider's
// errors.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addDays } from '#provider'
import { newest, openWorld, type World } from './test/world.ts'

interface Book extends Record<string, unknown> {
  readonly rank: number
  readonly title: string
  readonly primary_isbn10: string
  readonly primary_isbn13: string
  readonly isbns: readonly { readonly isbn10: string; readonly isbn13: string }[]
}
interface ListAnswer {
  readonly num_results: number
  readonly results: {
    readonly published_date: string
    readonly bestsellers_date: string
    readonly published_date_description: string
    readonly next_published_date: string
    readonly previous_published_date: string
    readonly books: readonly Book[]
  }
}
interface Flat {
  readonly num_results: number
  readonly results: readonly (Record<string, unknown> & {
    readonly rank: number
    readonly rank_last_week: number
    readonly weeks_on_list: number
    readonly book_details: readonly Record<string, string>[]
  })[]
}
interface History {
  readonly num_results: number
  readonly results: readonly (Record<string, string> & {
    readonly ranks_history: readonly Record<string, unknown>[]
  })[]
}
interface Overview {
  readonly num_results: number
  readonly results: {
    readonly published_date: string
    readonly lists: readonly { readonly list_id: number; readonly updated: string; readonly books: readonly Book[] }[]
  }
}

describe('the lists', () => {
  let world: World
  before(async () => {
    world = await openWorld()
  })
  after(() => world.close())

  const list = async (path: string) => (await world.ask<ListAnswer>(`/lists/${path}`)).body
  const flat = async (query: string) => (await world.ask<Flat>(`/lists.json?${query}`)).body
  const history = async (query: string) => (await world.ask<History>(`/lists/best-sellers/history.json?${query}`)).body
  const refused = async (path: string) => {
    const { status, body } = await world.ask<{ status: string; errors: string[]; results: unknown[] }>(path)
    assert.deepEqual([body.status, body.results], ['ERROR', []], path)
    return [status, ...body.errors.slice(-1)]
  }

  test('every answer says that it is sample data', async () => {
    const { headers, body } = await world.ask<{ status: string; copyright: string }>('/lists/names.json')
    assert.equal(headers['x-gateway-sample'], 'true')
    assert.match(body.copyright, /^Sample data/)
    assert.equal(body.status, 'OK')
  })

  test('all 59 lists are named, with the dates that they answer for', async () => {
    const { body } = await world.ask<{ num_results: number; results: Record<string, string>[] }>('/lists/names.json')
    assert.equal(body.num_results, 59)
    const middle = body.results.find((one) => one.list_name_encoded === 'advice-how-to-and-miscellaneous')
    assert.deepEqual(middle, {
      list_name: 'Advice How-To and Miscellaneous',
      display_name: 'Advice, How-To & Miscellaneous',
      list_name_encoded: 'advice-how-to-and-miscellaneous',
      oldest_published_date: '2021-11-14',
      newest_published_date: newest,
      updated: 'WEEKLY',
    })
  })

  test('a date between two publications means the next one, and current the newest', async () => {
    for (const [date, published] of [
      ['2026-10-25', '2026-10-25'],
      ['2026-10-26', '2026-11-01'],
      ['2026-10-31', '2026-11-01'],
      ['2026-11-02', newest],
      ['current', newest],
    ] as const)
      assert.equal((await list(`${date}/hardcover-fiction.json`)).results.published_date, published, date)
  })

  test('the newest list is the latest, has no next one, and its neighbours name each other', async () => {
    const { results } = await list('current/hardcover-fiction.json')
    assert.deepEqual(
      [results.published_date_description, results.next_published_date, results.bestsellers_date],
      ['latest', '', '2026-10-24'],
    )
    const previous = (await list(`${results.previous_published_date}/hardcover-fiction.json`)).results
    assert.deepEqual([previous.published_date_description, previous.next_published_date], ['', newest])
  })

  test('a monthly list stays in force until the next one', async () => {
    world.clock.set('2026-11-30T12:00:00Z')
    assert.equal((await list('2026-11-20/audio-fiction.json')).results.published_date, newest)
    assert.equal((await list('2026-10-20/audio-fiction.json')).results.published_date, newest)
    assert.deepEqual(await refused('/lists/2026-12-25/audio-fiction.json'), [404, 'Not Found'])
    world.clock.set('2026-11-02T12:00:00Z')
  })

  test('a new list appears when the clock reaches its day', async () => {
    world.clock.set('2026-11-05T22:00:01Z')
    assert.equal((await list('current/manga.json')).results.published_date, '2026-11-15')
    world.clock.set('2026-11-02T12:00:00Z')
    assert.equal((await list('current/manga.json')).results.published_date, newest)
  })

  test('an unknown list, and a date before the first or after the newest publication, are 404', async () => {
    for (const path of [
      'current/nothing.json',
      '2021-11-07/hardcover-fiction.json',
      '2026-11-09/hardcover-fiction.json',
    ])
      assert.deepEqual(await refused(`/lists/${path}`), [404, 'Not Found'])
    assert.equal((await list('2021-11-08/hardcover-fiction.json')).results.published_date, '2021-11-14')
  })

  test('names are read in any case, with blanks or hyphens', async () => {
    for (const name of ['Hardcover-Fiction', 'hardcover%20fiction', 'HARDCOVER FICTION'])
      assert.equal((await flat(`list=${name}`)).num_results, 25)
  })

  test('a page holds twenty books, and offset begins the next', async () => {
    const first = await list('current/hardcover-fiction.json')
    const second = await list('current/hardcover-fiction.json?offset=20')
    const beyond = await list('current/hardcover-fiction.json?offset=40')
    assert.deepEqual([first.num_results, second.num_results, beyond.num_results], [25, 25, 25])
    const ranks = [first, second, beyond].map(({ results }) => results.books.map(({ rank }) => rank))
    assert.deepEqual(ranks, [Array.from({ length: 20 }, (_, at) => at + 1), [21, 22, 23, 24, 25], []])
  })

  test('a page begins at any offset, and without a list the entries of all lists are found', async () => {
    const ranks = async (query: string) => (await flat(query)).results.map(({ rank }) => rank)
    assert.deepEqual(
      await ranks('list=hardcover-fiction&offset=7'),
      Array.from({ length: 18 }, (_, at) => at + 8),
    )
    const all = await flat('')
    const names = new Set<string>()
    for (let offset = 0; offset < all.num_results; offset += 20)
      for (const { list_name } of (await flat(`offset=${offset}`)).results) names.add(String(list_name))
    assert.ok(names.size > 50, String(names.size))
    const [book] = (await flat('list=hardcover-fiction&rank=2')).results
    const isbnsOf = (entry: unknown): string[] => Object(entry).isbns.map(({ isbn13 }: { isbn13: string }) => isbn13)
    const [isbn = ''] = isbnsOf(book)
    const found = await flat(`isbn=${isbn}`)
    assert.ok(found.results.some((entry) => entry.list_name === 'Hardcover Fiction' && entry.rank === 2))
    assert.ok(found.results.every((entry) => isbnsOf(entry).includes(isbn)))
    assert.ok((await ranks('rank=1')).every((rank) => rank === 1))
  })

  test('filters of one list are those of a filter over all its entries', async () => {
    const all = [
      ...(await flat('list=hardcover-fiction')).results,
      ...(await flat('list=hardcover-fiction&offset=20')).results,
    ]
    for (const [name, member] of [
      ['rank', 'rank'],
      ['rank-last-week', 'rank_last_week'],
      ['weeks-on-list', 'weeks_on_list'],
    ] as const)
      for (const value of new Set([0, 1, 2, 7, ...all.map((entry) => entry[member])])) {
        const found = await flat(`list=hardcover-fiction&${name}=${value}`)
        assert.deepEqual(
          found.results.map(({ rank }) => rank),
          all.filter((entry) => entry[member] === value).map(({ rank }) => rank),
        )
      }
  })

  test('any ISBN of a book finds it, in either form, also one that has lost its zeros', async () => {
    const { books } = (await list('current/combined-print-and-e-book-fiction.json')).results
    const [book] = books
    assert.ok(book && book.isbns.length > 1)
    for (const { isbn10, isbn13 } of book.isbns)
      for (const isbn of [isbn10, isbn13, `${isbn13.slice(0, 3)}-${isbn13.slice(3)}`]) {
        const path = `current/combined-print-and-e-book-fiction.json?isbn=${isbn}`
        assert.deepEqual(
          (await list(path)).results.books.map(({ rank }) => rank),
          [book.rank],
          path,
        )
        const found = await history(`isbn=${isbn};0000000019`)
        assert.deepEqual(
          found.results.map(({ title }) => title),
          [book.title],
        )
      }
    // 19 is 0000000019
    assert.equal((await list('current/manga.json?isbn=19')).num_results, 0)
  })

  test('dates by sales week, by publication and together mean one list', async () => {
    const entries = await flat('list=manga&bestsellers-date=2026-10-10')
    assert.equal(entries.results[0]?.published_date, '2026-10-25')
    assert.equal((await flat('list=manga&date=2026-10-20')).results[0]?.published_date, '2026-10-25')
    assert.equal((await flat('list=manga&published-date=current')).results[0]?.published_date, newest)
    assert.ok((await flat('list=manga&date=2026-10-25&bestsellers-date=2026-10-10')).num_results > 0)
    assert.deepEqual(await refused('/lists.json?list=manga&date=2026-10-25&bestsellers-date=2026-10-17'), [
      404,
      'Not Found',
    ])
    assert.deepEqual(await refused('/lists.json?list=manga&bestsellers-date=2026-11-01'), [404, 'Not Found'])
    assert.deepEqual(await refused('/lists/current/manga.json?list-name=animals'), [404, 'Not Found'])
  })

  test('entries sort by every key, both ways', async () => {
    const members: Record<string, (entry: Flat['results'][number]) => number | string> = {
      rank: ({ rank }) => rank,
      'rank-last-week': ({ rank_last_week }) => rank_last_week,
      'weeks-on-list': ({ weeks_on_list }) => weeks_on_list,
      title: ({ book_details: [details] }) => details?.title ?? '',
      isbn: ({ book_details: [details] }) => details?.primary_isbn13 ?? '',
    }
    for (const [name, of] of Object.entries(members))
      for (const order of ['ASC', 'DESC']) {
        const values = (await flat(`list=paperback-nonfiction&sort-by=${name}&sort-order=${order}`)).results.map(of)
        const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        assert.deepEqual(values, order === 'ASC' ? sorted : sorted.reverse(), `${name} ${order}`)
      }
    for (const name of ['bestsellers-date', 'date', 'list', 'list-name', 'published-date'])
      assert.equal((await flat(`list=manga&sort-by=${name}`)).results[0]?.rank, 1)
  })

  test('parameters that cannot be read are refused in the words of the provider', async () => {
    for (const query of [
      'list=manga&offset=-20',
      'list=manga&rank=first',
      'list=manga&date=2026-02-30',
      'list=manga&date=yesterday',
      'list=manga&isbn=9780000000018',
      'list=manga&isbn=;',
      'list=manga&sort-order=UP',
      'list=manga&sort-by=price',
      `list=${'x'.repeat(501)}`,
    ])
      assert.deepEqual(await refused(`/lists.json?${query}`), [400, 'Bad Request'], query)
    assert.deepEqual(await refused('/lists/best-sellers/history.json?price=cheap'), [400, 'Bad Request'])
    assert.deepEqual(await refused('/reviews.json'), [400, 'Bad Request'])
    assert.deepEqual(await refused('/lists/2026-13-01/manga.json'), [400, 'Bad Request'])
    assert.deepEqual(await refused('/lists/names.xml'), [404, 'Not Found'])
  })

  test('the overview has the first five of every list in force, the monthly ones included', async () => {
    const { body } = await world.ask<Overview>('/lists/overview.json?published_date=2026-10-20')
    assert.equal(body.results.published_date, '2026-10-25')
    assert.deepEqual([body.num_results, body.results.lists.length], [295, 59])
    assert.ok(body.results.lists.some(({ list_id }) => list_id === 704))
    assert.equal(new Set(body.results.lists.map(({ list_id }) => list_id)).size, 59)
    for (const one of body.results.lists)
      assert.deepEqual(
        one.books.map(({ rank }) => rank),
        [1, 2, 3, 4, 5],
      )
    const full = (await world.ask<Overview>('/lists/full-overview.json')).body
    assert.equal(full.results.published_date, newest)
    assert.equal(
      full.num_results,
      full.results.lists.reduce((sum, { books }) => sum + books.length, 0),
    )
    assert.ok(full.num_results > 700)
    assert.deepEqual(await refused('/lists/overview.json?published_date=1999-01-01'), [404, 'Not Found'])
  })

  test('the history of a book is every rank it had, newest first, as its lists report them', async () => {
    const [entry] = (await list('2026-05-10/hardcover-fiction.json')).results.books
    const [book] = (await history(`isbn=${entry?.primary_isbn13}`)).results
    assert.ok(entry && book && book.ranks_history.length > 1)
    const dates = book.ranks_history.map((rank) => String(rank.published_date))
    assert.deepEqual(dates, dates.toSorted().reverse())
    for (const rank of book.ranks_history.slice(0, 40)) {
      const name = String(rank.list_name).toLowerCase().replaceAll(' ', '-')
      const { results } = await list(`${rank.published_date}/${name}.json?isbn=${rank.primary_isbn13}`)
      const [same] = results.books
      for (const member of ['rank', 'rank_last_week', 'weeks_on_list', 'asterisk', 'dagger'])
        assert.equal(same?.[member], rank[member], `${member} on ${name} of ${rank.published_date}`)
    }
  })

  test('the whole history is in the order of titles, those with marks and digits first', async () => {
    const seen: string[] = []
    const first = await history('')
    for (let offset = 0; offset < first.num_results; offset += 20)
      seen.push(...(await history(`offset=${offset}`)).results.map(({ title }) => title ?? ''))
    assert.equal(seen.length, first.num_results)
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
    )
    assert.match(seen[0] ?? '', /^#/)
    const last = await history('sort-order=DESC')
    assert.deepEqual(
      last.results.map(({ title }) => title),
      seen.slice(-20).reverse(),
    )
  })

  test('the history is searched by words of names, portions of titles, publisher, price and age group', async () => {
    const austen = await history('author=austen')
    assert.ok(austen.num_results > 0)
    assert.equal((await history('author=AUSTEN%20jane')).num_results, austen.num_results)
    assert.equal((await history('author=aust')).num_results, 0)
    assert.equal((await history('contributor=jane+austen')).num_results, austen.num_results)
    const bronte = await history('author=bronte')
    assert.ok(bronte.results.every(({ author }) => author?.endsWith('Brontë')))
    assert.ok(bronte.num_results > 0)
    const title = await history('title=ride%20and,%20prej')
    assert.ok(title.results.length > 0 && title.results.every((book) => book.title === 'PRIDE AND PREJUDICE'))
    for (const [query, member] of [
      ['publisher=lantern%20%26%20quill', 'publisher'],
      ['age-group=ages%208%20to%2012', 'age_group'],
      ['price=27.00', 'price'],
    ] as const) {
      const found = await history(query)
      assert.ok(found.num_results > 20, query)
      assert.deepEqual(
        [...new Set(found.results.map((book) => book[member]?.toLowerCase()))],
        [decodeURIComponent(query.split('=')[1] ?? '')],
      )
    }
    assert.equal((await history('author=austen&publisher=nobody')).num_results, 0)
    assert.equal((await history('title=!')).num_results, 0)
  })

  test('the history sorts by author, contributor, publisher, age group and price', async () => {
    const members: Record<string, (book: History['results'][number]) => number | string> = {
      author: (book) => book.author ?? '',
      contributor: (book) => (book.contributor ?? '').replace(/^by /, ''),
      publisher: (book) => book.publisher ?? '',
      'age-group': (book) => book.age_group ?? '',
      price: (book) => Number(book.price),
    }
    for (const [name, of] of Object.entries(members))
      for (const order of ['ASC', 'DESC']) {
        const values = (await history(`sort-by=${name}&sort-order=${order}`)).results.map(of)
        const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        assert.deepEqual(values, order === 'ASC' ? sorted : sorted.reverse(), name)
      }
  })

  test('a review is found by ISBN, by full title and by full name; no match is an empty list', async () => {
    interface Reviews {
      readonly num_results: number
      readonly results: readonly { book_title: string; book_author: string; isbn13: string[]; url: string }[]
    }
    const ask = async (query: string) => (await world.ask<Reviews>(`/reviews.json?${query}`)).body
    const books = (await history('sort-by=price')).results
    let reviewed: Reviews['results'][number] | undefined
    for (const book of books) reviewed ??= (await ask(`author=${encodeURIComponent(book.author ?? '')}`)).results[0]
    assert.ok(reviewed)
    for (const query of [
      `isbn=${reviewed.isbn13[0]}`,
      `title=${encodeURIComponent(reviewed.book_title.toUpperCase())}`,
      `author=${encodeURIComponent(reviewed.book_author.toLowerCase())}&title=${encodeURIComponent(reviewed.book_title)}`,
    ])
      assert.ok(
        (await ask(query)).results.some(({ url }) => url === reviewed.url),
        query,
      )
    assert.deepEqual([(await ask('title=the')).num_results, (await ask('isbn=0000000019')).results], [0, []])
  })

  test('age groups are those of the books', async () => {
    const { body } = await world.ask<{ results: { age_group: string }[] }>('/lists/age-groups.json')
    assert.ok(body.results.some(({ age_group }) => age_group === 'Ages 4 to 8'))
    assert.ok(body.results.every(({ age_group }) => age_group !== ''))
  })

  test('weeks that follow each other fit together', async () => {
    const week = await list('2026-10-25/young-adult-hardcover.json')
    const before = await list(`${addDays('2026-10-25', -7)}/young-adult-hardcover.json`)
    const ranks = new Map(before.results.books.map((book) => [book.title, book]))
    for (const book of week.results.books) {
      const previous = ranks.get(book.title)
      assert.equal(book.rank_last_week, previous?.rank ?? 0)
      if (previous) assert.equal(book.weeks_on_list, Number(previous.weeks_on_list) + 1)
    }
  })
})

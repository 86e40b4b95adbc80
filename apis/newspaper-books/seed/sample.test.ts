// The simulated lists: every derived field is recomputed by other means over five years and all lists, and nothing that
// was published changes as time goes on.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { parse } from 'isbn3'
import { addDays, normalIsbn } from '#provider'
import type { Archive, ArchiveSource, Publication } from '../model/records.ts'
import { buildArchive } from '../provider/archive/archive.ts'
import { bookOf } from './book-texts.ts'
import { lifeWeeks, releasesOf, salesOf } from './releases.ts'
import { shownWeeks, simulate } from './sample.ts'
import { readTables } from './tables.ts'

const nowMs = Date.parse('2026-11-02T12:00:00Z')
const noPause = async () => {}
const weekMs = 7 * 86_400_000

describe('the simulated lists', () => {
  let source: ArchiveSource
  let archive: Archive
  const publications = () => archive.lists.flatMap((list) => list.publications)

  before(async () => {
    source = await simulate(nowMs, noPause)
    archive = await buildArchive(source)
  })

  test('all 59 lists are full every week, or every month, for five years up to the clock', () => {
    assert.equal(archive.lists.length, 59)
    for (const { name, updated, publications: all, normalEndsAt } of archive.lists) {
      assert.equal(all.length, updated === 'WEEKLY' ? shownWeeks : 61, name)
      assert.equal(all.at(-1)?.publishedDate, '2026-11-08', name)
      for (const { entries } of all) {
        assert.ok(entries.length >= normalEndsAt, name)
        assert.deepEqual(
          entries.map(({ rank }) => rank),
          entries.map((_, at) => at + 1),
        )
      }
    }
  })

  test('weekly lists are of every Sunday, monthly ones of second Sundays, 15 days after their sales week', () => {
    for (const { list, publishedDate, bestsellersDate } of publications()) {
      assert.equal(new Date(publishedDate).getUTCDay(), 0)
      assert.equal(addDays(bestsellersDate, 15), publishedDate)
      if (list.updated === 'MONTHLY') assert.match(publishedDate, /-(?:0[89]|1[0-4])$/)
    }
    for (const { updated, publications: all } of archive.lists)
      if (updated === 'WEEKLY')
        for (const [at, one] of all.entries())
          assert.equal(one.publishedDate, addDays(all[0]?.publishedDate ?? '', at * 7))
  })

  test('rank last week and weeks on the list are those of a recomputation from the ranks alone', () => {
    let checked = 0
    for (const list of archive.lists) {
      // the days of each book on the list with its rank, in no particular order
      const days = new Map<string, Map<string, number>>()
      for (const { publishedDate, ranks } of source.publications.get(list.encoded) ?? [])
        for (const { key, rank } of ranks) days.set(key, (days.get(key) ?? new Map()).set(publishedDate, rank))
      for (const publication of list.publications) {
        const ranked = source.publications
          .get(list.encoded)
          ?.find((one) => one.publishedDate === publication.publishedDate)
        for (const [at, entry] of publication.entries.entries()) {
          const own = days.get(ranked?.ranks[at]?.key ?? '') ?? new Map<string, number>()
          const weeks = [...own.keys()].filter((day) => day <= publication.publishedDate).length
          const last = own.get(addDays(publication.publishedDate, -7)) ?? 0
          const expected = list.updated === 'WEEKLY' ? [last, weeks] : [0, 0]
          assert.deepEqual([entry.rankLastWeek, entry.weeksOnList], expected)
          checked += 1
        }
      }
    }
    assert.ok(checked > 100_000)
  })

  test('ranks and asterisks are those of the sales, added up and sorted whole', async () => {
    const { categories, lists } = await readTables()
    let compared = 0
    for (const weeksAgo of [0, 1, 5, 52, shownWeeks - 1]) {
      const published = addDays('2026-11-08', -7 * weeksAgo)
      const week = (Date.parse(addDays(published, -15)) - Date.parse('1970-01-03')) / weekMs
      const alive = categories.flatMap((category) =>
        Array.from({ length: lifeWeeks }, (_, at) => releasesOf(category, week - lifeWeeks + 1 + at)).flat(),
      )
      for (const list of lists) {
        const ranked = source.publications.get(encoded(list.name))
        const at = ranked?.findIndex(({ publishedDate }) => publishedDate === published) ?? -1
        const publication = ranked?.[at]
        if (!publication) continue
        const previous = ranked?.[at - 1]?.publishedDate ?? ''
        const weeks = Array.from(
          { length: (Date.parse(published) - Date.parse(previous)) / weekMs },
          (_, back) => week - back,
        )
        const sold = alive
          .filter(({ category }) => list.categories.includes(category.index))
          .map((release) => {
            const copies = weeks.flatMap((one) => list.formats.map((format) => salesOf(release, format, one)))
            const key = `${release.category.name}/${release.week}/${release.slot}`
            return {
              key,
              isbns: bookOf(release, published).details.isbns,
              copies: copies.reduce((sum, one) => sum + one),
            }
          })
          .sort((one, other) => other.copies - one.copies)
          .slice(0, list.length)
          .filter(({ copies }) => copies > 0)
        assert.deepEqual(
          publication.ranks.map(({ key, asterisk }) => [key, asterisk]),
          sold.map(({ key, copies }, place) => [
            key,
            place > 0 && copies >= (sold[place - 1]?.copies ?? 0) * 0.995 ? 1 : 0,
          ]),
          `${list.name} of ${published}`,
        )
        for (const [place, { isbn13 }] of publication.ranks.entries()) assert.ok(sold[place]?.isbns.includes(isbn13))
        compared += 1
      }
    }
    assert.ok(compared > 29 * 5)
  })

  test('no book sells before its release or after its life', async () => {
    const { categories } = await readTables()
    for (const release of categories.flatMap((category) => releasesOf(category, 2900)))
      for (const format of [0, 1, 2, 3, 4])
        for (const week of [2899, 2900 + lifeWeeks]) assert.equal(salesOf(release, format, week), 0)
  })

  test('some books have an asterisk or a dagger, and most have neither', () => {
    const entries = publications().flatMap((one) => one.entries)
    for (const mark of ['asterisk', 'dagger'] as const) {
      const marked = entries.filter((entry) => entry[mark] === 1).length
      assert.ok(marked > entries.length * 0.005 && marked < entries.length * 0.1, mark)
    }
    assert.ok(publications().some(({ corrections }) => corrections.length > 0))
  })

  test('what was published stays as it was a year and a half later', async () => {
    const later = await buildArchive(await simulate(nowMs + 78 * weekMs, noPause))
    let compared = 0
    for (const list of archive.lists) {
      const byDate = new Map(later.listsByName.get(list.encoded)?.publications.map((one) => [one.publishedDate, one]))
      for (const publication of list.publications) {
        const same = byDate.get(publication.publishedDate)
        if (!same) continue
        assert.deepEqual(plain(same), plain(publication))
        compared += 1
      }
    }
    assert.ok(compared > 5000)
  })

  test('every book has ISBNs of its own that no real book can have', () => {
    const owners = new Map<string, unknown>()
    for (const book of archive.books)
      for (const isbn of book.isbns) {
        assert.equal(normalIsbn(isbn), isbn)
        assert.equal(owners.get(isbn), undefined)
        owners.set(isbn, book)
      }
    // a registered prefix would be known
    for (const isbn of [...owners.keys()].slice(0, 500)) assert.equal(parse(isbn), null)
  })

  test('a list comes online on the Thursday evening after its sales week', async () => {
    for (const [time, newest] of [
      ['2026-11-05T21:59:59Z', '2026-11-08'],
      ['2026-11-05T22:00:00Z', '2026-11-15'],
    ] as const) {
      const { publications: all } = await simulate(Date.parse(time), noPause)
      assert.equal(all.get('hardcover-fiction')?.at(-1)?.publishedDate, newest)
    }
  })
})

const encoded = (name: string) => name.toLowerCase().replaceAll(' ', '-')

const plain = ({ entries, lastModified, corrections }: Publication) => ({
  lastModified,
  corrections,
  entries: entries.map(({ publication: _publication, book, ...fields }) => ({ ...fields, title: book.title })),
})

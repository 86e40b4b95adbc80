// An import is seen as a whole or not at all, also in answers that are kept.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { addDays } from '#provider'
import { eachStore } from '../../tests/harness/services.ts'
import { csv } from './test/files.ts'
import { namedMigrations, openWorld, type World } from './test/world.ts'

interface Overview {
  readonly num_results: number
  readonly results: { readonly published_date: string }
}

const encodedNames = ['hardcover-fiction', 'hardcover-nonfiction', 'manga', 'picture-books', 'series-books']
const isbnOf = (number: number): string => {
  const body = `9780000${String(number).padStart(5, '0')}`
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

/** Entries of five lists over many weeks, more than one transaction writes. */
function fileOf(weeks: number): string {
  const rows = Array.from({ length: weeks }, (_, week) => addDays('2019-01-06', 7 * week)).flatMap((day) =>
    encodedNames.flatMap((name, list) =>
      Array.from({ length: 10 }, (_, at) => ({
        ...{ list_name_encoded: name, published_date: day, bestsellers_date: addDays(day, -15), rank: at + 1 },
        ...{ isbn13: isbnOf(list * 100 + at), title: `Title ${list} ${at}`, author: `Author ${at}` },
      })),
    ),
  )
  return csv(rows)
}

await eachStore('the publication of an import of newspaper books', (database) => {
  const openHere = async () => {
    await database.store.migrate('newspaper-books', namedMigrations)
    await database.store.db.deleteFrom('newspaper_books_records' as never).execute()
    return openWorld({ database: database.store, migrated: true })
  }
  const entriesOf = async (world: World) => (await world.ask<Overview>('/lists/overview.json')).body

  test('nothing of an import is seen while it is written, and all of it afterwards', async () => {
    const world = await openHere()
    const store = await database.another()
    /** Reads the lists as a process that starts now. */
    const seenNow = async () => {
      const fresh = await openWorld({ database: store, migrated: true })
      return entriesOf(fresh)
    }
    await world.importFile(fileOf(1))
    const before = await seenNow()
    const meanwhile: Promise<Overview>[] = []
    await world.importFile(fileOf(250), {
      progress({ phase, percent = 0 }) {
        if (phase === 'writing' && percent > 0 && percent < 100) meanwhile.push(seenNow())
      },
    })
    assert.ok(meanwhile.length > 1, 'the import was written in one transaction')
    const after = await seenNow()
    assert.equal(after.results.published_date, addDays('2019-01-06', 7 * 249))
    // a slow read ends after the publication, and then sees all of it
    const answers = await Promise.all(meanwhile)
    for (const answer of answers) assert.deepEqual(answer, isDeepStrictEqual(answer, before) ? before : after)
    assert.ok(answers.some((answer) => isDeepStrictEqual(answer, before)))
    await world.close()
  })

  test('an answer that was kept is not given after an import', async () => {
    const world = await openHere()
    await world.importFile(fileOf(1))
    const path = '/lists/overview.json?published_date=2019-01-06'
    const { body: before } = await world.ask<Overview>(path)
    assert.equal(before.num_results, 25)
    await world.importFile(
      csv([
        {
          ...{ list_name_encoded: 'travel', published_date: '2019-01-06', bestsellers_date: '2018-12-22', rank: 1 },
          ...{ isbn13: isbnOf(900), title: 'The Further Shore', author: 'Author 9' },
        },
      ]),
    )
    assert.equal((await world.ask<Overview>(path)).body.num_results, 26)
    assert.equal(
      (await world.ask<Overview>('/lists/full-overview.json?published_date=2019-01-06')).body.num_results,
      51,
    )
    await world.close()
  })
})

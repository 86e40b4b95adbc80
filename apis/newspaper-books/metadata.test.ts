// Metadata by ISBN, in each format, and the progress of an import.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { csv, dump, type FileBook, marc, onix, shortOnix } from './test/files.ts'
import { openWorld, type World } from './test/world.ts'

interface List {
  readonly results: { readonly books: readonly Record<string, unknown>[] }
}
const listOf = async (world: World, path: string) => (await world.ask<List>(`/lists/${path}.json`)).body
const isbns = ['9780000000019', '9780000000026', '9780000000033', '9780000000040']
const titles = ['The Lamp on the Pier', 'Salt and Slate', 'A Ferry for Una', 'The Last Heron']

describe('metadata', () => {
  for (const [name, write] of Object.entries({
    'ONIX 3.0': onix,
    'ONIX short tags': shortOnix,
    MARCXML: marc,
    'Open Library': dump,
  }))
    test(`books on a list that has ISBNs alone are completed from ${name}`, async () => {
      const world = await openWorld()
      const books = isbns.map(
        (isbn, at): FileBook => ({
          ...{ isbn, title: titles[at] ?? '', author: `Ada Author${at}`, publisher: 'Lantern & Quill' },
          ...{ description: 'A harbour, and <less>.', price: `2${at}.50` },
        }),
      )
      const bare = books.map(({ isbn }, at) => ({
        list_name_encoded: 'manga',
        published_date: '2024-05-05',
        rank: at + 1,
        isbn13: isbn,
      }))
      await world.importFile(csv(bare))
      assert.equal((await listOf(world, 'current/manga')).results.books[0]?.title, isbns[0])
      const strangers = [{ ...books[0], isbn: '9780000000057' } as FileBook, ...books]
      const counts = await world.importFile(gzipSync(write(strangers)), { pieceBytes: 100 })
      assert.deepEqual([counts.books, counts.unmatched], [4, 1])
      const completed = (await listOf(world, 'current/manga')).results.books
      for (const [at, book] of books.entries()) {
        const found = completed[at]
        assert.deepEqual([found?.title, found?.publisher], [book.title.toUpperCase(), book.publisher])
        if (name !== 'Open Library') assert.equal(found?.author, book.author)
        assert.equal(found?.contributor, `by ${book.author}`)
        assert.equal(found?.description, name.startsWith('ONIX') ? 'A harbour, and .' : book.description)
        assert.equal(found?.price, name.startsWith('ONIX') ? book.price : '0.00')
      }
      // what is known stays
      await world.importFile(onix(books.map((book) => ({ ...book, title: 'Other', publisher: 'Other' }))))
      assert.equal((await listOf(world, 'current/manga')).results.books[0]?.publisher, 'Lantern & Quill')
      await world.close()
    })

  test('an import reports reading and then writing up to the end', async () => {
    const world = await openWorld()
    const phases: string[] = []
    const entry = { list_name_encoded: 'manga', published_date: '2024-05-05', rank: 1, isbn13: isbns[0] ?? '' }
    await world.importFile(csv([entry]), {
      progress: ({ phase, percent }) => void phases.push(`${phase} ${percent ?? ''}`),
    })
    assert.equal(phases[0], 'reading ')
    assert.equal(phases.at(-1), 'writing 100')
    await world.close()
  })
})

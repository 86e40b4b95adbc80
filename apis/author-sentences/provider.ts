// The embedded provider: the list of books, random sentences without repetition, and one sentence by its id.
import { defineProvider, type Kit, type Provider, type Reply, refuse, reply } from '#define'
import api from './api.ts'
import books from './migrations/0001-books.ts'
import { formats, importBooks } from './provider/import/importer.ts'
import { bookAt, type Corpus, type ListedBook, type Sentence } from './provider/sentences/corpus.ts'
import { drawPlaces } from './provider/sentences/draw.ts'
import { readLimit } from './provider/sentences/limit.ts'
import { type CorpusStore, createCorpusStore } from './provider/sentences/store.ts'
import { readSample } from './seed/sample.ts'
import type { Tables } from './tables.ts'

type CallKit = Kit<Tables>

interface WireBook {
  id: string
  name: string
  year: string
}
interface WireSentence {
  id: string
  sentence: string
  book: WireBook
}

/** One provider with a list of books of its own. */
export function createProvider(): Provider<Tables> {
  const store = createCorpusStore(readSample)
  return defineProvider(
    api,
    {
      async listBooks(_input, kit) {
        const corpus = await store.corpus(kit)
        return reply({ data: corpus.books.map(wireBook) }, { headers: headersOf(corpus, kit) })
      },
      bookSentences: ({ id, limit }, kit) => answerDraw({ store, kit, limit, bookId: id }),
      randomSentences: ({ limit }, kit) => answerDraw({ store, kit, limit }),
      async getSentence({ id }, kit) {
        const corpus = await store.corpus(kit)
        const sentence = /^[0-9a-f]{8,64}$/.test(id) ? await corpus.find(id) : undefined
        const data = sentence && wireSentence(corpus, sentence)
        if (!data) throw refuse(404, { message: 'Sentence not found' }, headersOf(corpus, kit))
        return reply({ data }, { headers: headersOf(corpus, kit) })
      },
    },
    {
      migrations: { '0001-books': books },
      importer: { formats, run: (file, kit, progress) => importBooks(kit, { file, store, progress }) },
    },
  )
}
export default createProvider()

interface DrawCall {
  readonly store: CorpusStore
  readonly kit: CallKit
  readonly limit: unknown
  readonly bookId?: string
}

async function answerDraw(call: DrawCall): Promise<Reply<{ data: WireSentence[] }>> {
  const first = await draw(call)
  if (first.isWhole) return first.answer
  // another process has imported since the list of books was read
  call.store.forget(call.kit)
  return (await draw(call)).answer
}

async function draw({ store, kit, limit, bookId }: DrawCall) {
  const corpus = await store.corpus(kit)
  const headers = headersOf(corpus, kit)
  const from = bookId === undefined ? corpus.books : corpus.books.filter(({ id }) => id === bookId)
  if (bookId !== undefined && from.length === 0) throw refuse(404, { message: 'Book not found' }, headers)
  const places = drawPlaces(from, readLimit(limit), kit.random)
  const found = new Map((await corpus.read(places)).map((sentence) => [sentence.place, sentence]))
  const data = places.flatMap((place) => wireSentence(corpus, found.get(place)) ?? [])
  return { isWhole: data.length === places.length, answer: reply({ data }, { headers }) }
}

function wireBook({ id, name, year }: ListedBook): WireBook {
  return { id, name, year }
}

function wireSentence(corpus: Corpus, sentence: Sentence | undefined): WireSentence | undefined {
  const book = sentence && bookAt(corpus, sentence.place)
  return book && { id: sentence.id, sentence: sentence.text, book: wireBook(book) }
}

/** The headers with which the provider lets every page call it, and the gateway's own header beside those it names. */
const crossOrigin = {
  'access-control-allow-methods': 'POST, GET, OPTIONS, PUT, DELETE',
  'access-control-allow-credentials': 'true',
  'access-control-max-age': '86400',
  'access-control-allow-headers': 'Content-Type, Authorization, X-Requested-With, x-gateway-key',
}

function headersOf({ sample }: Corpus, { request }: CallKit): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...crossOrigin,
    // to a page the gateway itself names the origin, and a browser refuses it twice
    ...(request.headers.origin === undefined ? { 'access-control-allow-origin': '*' } : {}),
    ...(sample ? { 'x-gateway-sample': 'true' } : {}),
  }
}

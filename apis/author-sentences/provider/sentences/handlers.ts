// The handlers of the endpoints over one snapshot of the books.
import { type Call, type Handlers, type Random, type Reply, reply } from '#define'
import { sampleHeaders } from '#provider'
import type { Snapshot } from '#provider/sql'
import type { endpoints } from '../../endpoints.ts'
import { bookNotFound, sentenceNotFound } from '../errors.ts'
import { bookAt, type Corpus, type ListedBook, type Sentence } from './corpus.ts'
import { drawPositions } from './draw.ts'
import { readLimit } from './limit.ts'

interface BookView {
  id: string
  name: string
  year: string
}
interface SentenceView {
  id: string
  sentence: string
  book: BookView
}
interface DrawRequest {
  readonly limit: unknown
  readonly bookId?: string
  readonly request: Call['request']
}
type Drawn = Reply<{ data: SentenceView[] }>

export function createHandlers(random: Random, snapshot: Snapshot<Corpus>): Handlers<typeof endpoints> {
  async function drawSentences(request: DrawRequest): Promise<Drawn> {
    const first = await tryDraw(request)
    if (first.isComplete) return first.response
    // another process has imported since this snapshot was read
    snapshot.drop()
    return (await tryDraw(request)).response
  }

  async function tryDraw({ limit, bookId, request }: DrawRequest): Promise<{ isComplete: boolean; response: Drawn }> {
    const corpus = await snapshot.get()
    const headers = headersOf(corpus, request)
    const books = bookId === undefined ? corpus.books : corpus.books.filter(({ id }) => id === bookId)
    if (bookId !== undefined && books.length === 0) throw bookNotFound(headers)
    const positions = drawPositions(books, readLimit(limit), random)
    const sentences = new Map((await corpus.read(positions)).map((sentence) => [sentence.position, sentence]))
    const data = positions.flatMap((position) => sentenceView(corpus, sentences.get(position)) ?? [])
    return { isComplete: data.length === positions.length, response: reply({ data }, { headers }) }
  }

  return {
    async listBooks(_input, { request }) {
      const corpus = await snapshot.get()
      return reply({ data: corpus.books.map(bookView) }, { headers: headersOf(corpus, request) })
    },
    bookSentences: ({ id, limit }, { request }) => drawSentences({ limit, bookId: id, request }),
    randomSentences: ({ limit }, { request }) => drawSentences({ limit, request }),
    async getSentence({ id }, { request }) {
      const corpus = await snapshot.get()
      const headers = headersOf(corpus, request)
      const sentence = /^[0-9a-f]{8,64}$/.test(id) ? await corpus.find(id) : undefined
      const data = sentenceView(corpus, sentence)
      if (!data) throw sentenceNotFound(headers)
      return reply({ data }, { headers })
    },
  }
}

function bookView({ id, name, year }: ListedBook): BookView {
  return { id, name, year }
}

function sentenceView(corpus: Corpus, sentence: Sentence | undefined): SentenceView | undefined {
  const book = sentence && bookAt(corpus, sentence.position)
  return book && { id: sentence.id, sentence: sentence.text, book: bookView(book) }
}

/**
 * Headers that allow every web page to call the provider, with the gateway's key header among the allowed ones (SOURCES
 * 4).
 */
const corsHeaders = {
  'access-control-allow-methods': 'POST, GET, OPTIONS, PUT, DELETE',
  'access-control-allow-credentials': 'true',
  'access-control-max-age': '86400',
  'access-control-allow-headers': 'Content-Type, Authorization, X-Requested-With, x-gateway-key',
}

function headersOf({ isSample }: Corpus, request: Call['request']): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...corsHeaders,
    // the gateway itself allows the page's origin, and a browser rejects a duplicate header
    ...(request.headers.origin === undefined ? { 'access-control-allow-origin': '*' } : {}),
    ...sampleHeaders(isSample),
  }
}

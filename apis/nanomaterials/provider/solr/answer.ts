// What a request is answered with: a page of documents, and whatever else it asks for.
import type { SolrIndex } from './documents/solr-index.ts'
import { readFieldList } from './request/fields.ts'
import { countOf, type SolrRequest } from './request/parameters.ts'
import type { DocumentList, SolrAnswer } from './response/body.ts'
import { createDocumentView } from './response/documents.ts'
import { type Search, search } from './search.ts'
import { cursorAfter, firstDocs, readCursor } from './sort.ts'

const mostRows = 10_000
/** Beyond that a caller is to use a cursor. */
const mostStart = 100_000

export async function answerTo(
  index: SolrIndex,
  request: SolrRequest,
  pause: () => Promise<void> | undefined,
): Promise<Omit<SolrAnswer, 'header'>> {
  const found = await search(index, request, pause)
  const fields = readFieldList(request.all('fl'), found.parser.value)
  const { list, nextCursor } = await pageOf(found, fields)
  const further = { ...(nextCursor === undefined ? {} : { nextCursorMark: nextCursor }) }
  return { response: list, further, columns: fields.columns }
}

async function pageOf(found: Search, fields: ReturnType<typeof readFieldList>) {
  const { request, evaluation, hits, sort } = found
  const rows = countOf(request, 'rows', 10, mostRows)
  const start = countOf(request, 'start', 0, mostStart)
  const mark = request.one('cursorMark')
  const after = mark === undefined ? undefined : readCursor(mark, sort, evaluation.index)
  const docs = (await firstDocs(hits, sort, start + rows, { pause: evaluation.pause, after })).slice(start)
  const view = await createDocumentView(found, fields)
  const last = docs.at(-1)
  const { index } = evaluation
  const nextCursor =
    mark === undefined ? undefined : last === undefined ? mark : cursorAfter(last, sort, { hits, index })
  const list: DocumentList = {
    numFound: hits.bits.count(),
    start,
    maxScore: fields.showsScore ? maxScore(found) : undefined,
    docs: docs.map((doc) => view(doc, hits)),
  }
  return { list, nextCursor, docs }
}

function maxScore({ hits: { bits, scores } }: Search): number {
  if (typeof scores === 'number') return bits.next(0) < 0 ? 0 : scores
  let most = 0
  for (const doc of bits) most = Math.max(most, scores[doc] ?? 0)
  return most
}

// Builds the response to a request: a page of documents, and the other requested parts.
import { present } from '#define/present'
import type { SolrIndex } from './documents/solr-index.ts'
import { classicFacets } from './facets/classic-facets.ts'
import { jsonFacets } from './facets/json-facets.ts'
import { grouped } from './group.ts'
import { readFieldList } from './request/fields.ts'
import { countOf, isOn, type SolrRequest } from './request/parameters.ts'
import type { DocumentList, SolrAnswer } from './response/body.ts'
import { createDocumentView } from './response/documents.ts'
import { highlights } from './response/highlight.ts'
import { type Search, search } from './search.ts'
import { cursorAfter, firstDocs, readCursor } from './sort.ts'

const mostRows = 10_000
/** Maximum `start`; beyond it a caller should use a cursor. */
const mostStart = 100_000

export async function answerTo(
  index: SolrIndex,
  request: SolrRequest,
  pause: () => Promise<void>,
): Promise<Omit<SolrAnswer, 'header'>> {
  const found = await search(index, request, pause)
  const fields = readFieldList(request.all('fl'), found.parser.value)
  const further: Record<string, unknown> = {}
  const isGrouped = isOn(request.one('group'))
  let response: DocumentList | undefined
  let docs: readonly number[] = []
  if (isGrouped) {
    const view = await createDocumentView(found, fields)
    const groups = await grouped(found, (doc) => view(doc, found.hits))
    if ('main' in groups) response = groups.main
    else further.grouped = groups.grouped
  } else {
    const page = await pageOf(found, fields)
    response = page.list
    docs = page.docs
    if (page.nextCursor !== undefined) further.nextCursorMark = page.nextCursor
  }
  const { work } = found.evaluation
  if (isOn(request.one('facet'))) further.facet_counts = await classicFacets(found, work)
  if (request.facet !== undefined)
    further.facets = await jsonFacets(request.facet, found.hits.bits, { search: found, work })
  if (isOn(request.one('hl'))) further.highlighting = highlights(found, docs)
  return { response, further, columns: fields.columns }
}

async function pageOf(found: Search, fields: ReturnType<typeof readFieldList>) {
  const { request, evaluation, hits, sort } = found
  const rows = countOf(request, 'rows', 10, mostRows)
  const start = countOf(request, 'start', 0, mostStart)
  const mark = request.one('cursorMark')
  const after = mark === undefined ? undefined : readCursor(mark, sort, { start, index: evaluation.index })
  const docs = (await firstDocs(hits, sort, start + rows, { ...evaluation, after })).slice(start)
  const view = await createDocumentView(found, fields)
  const last = docs.at(-1)
  const { index } = evaluation
  const nextCursor =
    mark === undefined ? undefined : last === undefined ? mark : cursorAfter(last, sort, { hits, index })
  const list: DocumentList = {
    numFound: hits.bits.count(),
    start,
    maxScore: fields.scores.length > 0 ? maxScore(found) : undefined,
    docs: docs.map((doc) => view(doc, hits)),
  }
  return { list, nextCursor, docs }
}

function maxScore({ hits: { bits, scores } }: Search): number {
  if (typeof scores === 'number') return bits.next(0) < 0 ? 0 : scores
  let most = 0
  for (const doc of bits) most = Math.max(most, present(scores[doc]))
  return most
}

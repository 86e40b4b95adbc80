// Results in groups of documents with the same value of a field, or of one query each (SOURCES 5.11).
import { SolrProblem } from '../errors.ts'
import { Bits } from './documents/bits.ts'
import { type Field, sortValue } from './documents/field.ts'
import { fieldOf } from './query/evaluate.ts'
import { countOf, isOn } from './request/parameters.ts'
import type { DocumentList } from './response/body.ts'
import type { ShownDocument } from './response/documents.ts'
import { docsOf, type Search } from './search.ts'
import { firstDocs, readSort } from './sort.ts'

const mostGroups = 1000
const mostInGroup = 1000

type View = (doc: number) => ShownDocument

/** Groups results; with `group.main`, lists the documents of the first grouping as a search without groups would. */
export async function grouped(search: Search, view: View): Promise<{ grouped: object } | { main: DocumentList }> {
  const { request, hits } = search
  if (request.one('cursorMark') !== undefined) throw new SolrProblem('Can not use Grouping with cursorMark')
  if (request.all('group.query').length + request.all('group.field').length === 0)
    throw new SolrProblem('Specify at least one field, function or query to group by.')
  const isMain = isOn(request.one('group.main'))
  const isFlat = isMain || request.one('group.format') === 'simple'
  const page = { start: countOf(request, 'start', 0, mostGroups), rows: countOf(request, 'rows', 10, mostGroups) }
  const lists = createDocumentLists(search, view)
  const matches = hits.bits.count()
  const result: Record<string, object> = {}
  const flat = (docs: readonly number[]): DocumentList => ({
    numFound: matches,
    start: page.start,
    maxScore: undefined,
    docs: docs.slice(page.start, page.start + page.rows).map(view),
  })
  for (const text of request.all('group.query')) {
    const docs = hits.bits.and(await docsOf(text, search))
    if (isMain) return { main: flat(await lists.docsOf(docs)) }
    result[text] = isFlat
      ? { matches, doclist: shownList(flat(await lists.docsOf(docs))) }
      : { matches, doclist: await lists.listOf(docs) }
  }
  for (const name of request.all('group.field')) {
    const field = fieldOf(name, search.evaluation)
    const groups = await groupsOf(field, search)
    const ngroups = isOn(request.one('group.ngroups')) ? { ngroups: groups.size } : {}
    if (isFlat) {
      const docs: number[] = []
      // every group has at least one document, so these suffice
      for (const [, own] of await inOrder(groups, search, { start: 0, rows: page.start + page.rows }))
        docs.push(...(await lists.docsOf(own)))
      if (isMain) return { main: flat(docs) }
      result[name] = { matches, ...ngroups, doclist: shownList(flat(docs)) }
      continue
    }
    const shown: object[] = []
    for (const [value, docs] of await inOrder(groups, search, page)) {
      const groupValue =
        value === undefined ? null : field && field.kind !== 'number' ? (field.terms[value] ?? null) : value
      shown.push({ groupValue, doclist: await lists.listOf(docs) })
    }
    result[name] = { matches, ...ngroups, groups: shown }
  }
  return { grouped: result }
}

type Groups = ReadonlyMap<number | undefined, Bits>

/** Groups documents by their value of the field; undefined is the group of documents without one. */
async function groupsOf(field: Field | undefined, { hits, evaluation }: Search): Promise<Groups> {
  const groups = new Map<number | undefined, Bits>()
  for (const doc of hits.bits) {
    evaluation.work.spend(10)
    const value = field && sortValue(field, doc)
    const docs = groups.get(value) ?? new Bits(hits.bits.size)
    groups.set(value, docs)
    docs.add(doc)
    if (groups.size > mostGroups) throw new SolrProblem(`at most ${mostGroups} groups can be made`)
    await evaluation.pause()
  }
  return groups
}

interface Page {
  readonly start: number
  readonly rows: number
}

/** Returns the page of groups, ordered by their first document in the order of the request. */
async function inOrder<V>(
  groups: ReadonlyMap<V, Bits>,
  { hits, sort, evaluation }: Search,
  { start, rows }: Page,
): Promise<(readonly [V, Bits])[]> {
  const firstOf = new Map<number, readonly [V, Bits]>()
  for (const group of groups) {
    const [first] = await firstDocs({ ...hits, bits: group[1] }, sort, 1, evaluation)
    if (first !== undefined) firstOf.set(first, group)
  }
  const firsts = Bits.of(hits.bits.size, firstOf.keys())
  const ordered = await firstDocs({ ...hits, bits: firsts }, sort, start + rows, evaluation)
  return ordered.slice(start).flatMap((doc) => {
    const group = firstOf.get(doc)
    return group ? [group] : []
  })
}

function createDocumentLists({ request, hits, sort, evaluation }: Search, view: View) {
  const limit = countOf(request, 'group.limit', 1, mostInGroup)
  const offset = countOf(request, 'group.offset', 0, mostInGroup)
  const own = request.one('group.sort')
  const order = own === undefined ? sort : readSort(own, evaluation.index)
  const inGroup = async (docs: Bits) =>
    (await firstDocs({ ...hits, bits: docs }, order, offset + limit, evaluation)).slice(offset)
  return {
    docsOf: inGroup,
    listOf: async (docs: Bits) =>
      shownList({
        numFound: docs.count(),
        start: offset,
        maxScore: undefined,
        docs: (await inGroup(docs)).map(view),
      }),
  }
}

function shownList({ numFound, start, docs }: DocumentList): object {
  return { numFound, start, numFoundExact: true, docs }
}

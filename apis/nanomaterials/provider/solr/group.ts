// Results in groups of documents with the same value of a field, or of one query each (SOURCES 5.11).
import { SolrProblem } from '../errors.ts'
import { Bits } from './documents/bits.ts'
import { sortValue } from './documents/field.ts'
import { fieldOf } from './query/evaluate.ts'
import { countOf, isOn } from './request/parameters.ts'
import type { ShownDocument } from './response/documents.ts'
import { docsOf, type Search } from './search.ts'
import { firstDocs, readSort } from './sort.ts'

const mostGroups = 1000
const mostInGroup = 1000

type View = (doc: number) => ShownDocument

export async function grouped(search: Search, view: View): Promise<object> {
  const { request, hits, evaluation } = search
  if (isOn(request.one('group.main')) || request.one('group.format') === 'simple')
    throw new SolrProblem('groups are only returned in the format grouped')
  const list = await createDocumentLists(search, view)
  const result: Record<string, unknown> = {}
  for (const text of request.all('group.query')) {
    const docs = hits.bits.and(await docsOf(text, search))
    result[text] = { matches: hits.bits.count(), doclist: await list(docs) }
  }
  for (const name of request.all('group.field')) {
    const field = fieldOf(name, evaluation)
    const groups = new Map<number | undefined, Bits>()
    for (const doc of hits.bits) {
      const value = field && sortValue(field, doc)
      const docs = groups.get(value) ?? new Bits(hits.bits.size)
      groups.set(value, docs)
      docs.add(doc)
      if (groups.size > mostGroups) throw new SolrProblem(`at most ${mostGroups} groups can be made`)
      const pausing = evaluation.pause()
      if (pausing) await pausing
    }
    const shown: object[] = []
    for (const [value, docs] of await inOrder(groups, search)) {
      const groupValue =
        value === undefined ? null : field && field.kind !== 'number' ? (field.terms[value] ?? null) : value
      shown.push({ groupValue, doclist: await list(docs) })
    }
    const ngroups = isOn(request.one('group.ngroups')) ? { ngroups: groups.size } : {}
    result[name] = { matches: hits.bits.count(), ...ngroups, groups: shown }
  }
  return result
}

/** The page of groups, each group where its first document is in the order of the request. */
async function inOrder<V>(groups: ReadonlyMap<V, Bits>, search: Search): Promise<(readonly [V, Bits])[]> {
  const { hits, sort, evaluation, request } = search
  const firstOf = new Map<number, readonly [V, Bits]>()
  for (const group of groups) {
    const [first] = await firstDocs({ ...hits, bits: group[1] }, sort, 1, evaluation)
    if (first !== undefined) firstOf.set(first, group)
  }
  const firsts = Bits.of(hits.bits.size, firstOf.keys())
  const start = countOf(request, 'start', 0, mostGroups)
  const rows = countOf(request, 'rows', 10, mostGroups)
  const ordered = await firstDocs({ ...hits, bits: firsts }, sort, start + rows, evaluation)
  return ordered.slice(start).flatMap((doc) => {
    const group = firstOf.get(doc)
    return group ? [group] : []
  })
}

async function createDocumentLists({ request, hits, sort, evaluation }: Search, view: View) {
  const limit = countOf(request, 'group.limit', 1, mostInGroup)
  const offset = countOf(request, 'group.offset', 0, mostInGroup)
  const own = request.one('group.sort')
  const order = own === undefined ? sort : readSort(own, evaluation.index)
  return async (docs: Bits) => {
    const found = await firstDocs({ ...hits, bits: docs }, order, offset + limit, evaluation)
    return { numFound: docs.count(), start: offset, numFoundExact: true, docs: found.slice(offset).map(view) }
  }
}

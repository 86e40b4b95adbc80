// Documents of a response: selected fields, aliases, the score, and child documents.
import { present } from '#define/present'
import { SolrProblem } from '../../errors.ts'
import { Bits } from '../documents/bits.ts'
import type { FieldValue } from '../documents/make-documents.ts'
import type { Hits } from '../query/evaluate.ts'
import { below } from '../query/evaluate.ts'
import { type FieldList, readFieldList } from '../request/fields.ts'
import { docsOf, type Search } from '../search.ts'

export type ShownValue = FieldValue | readonly ShownDocument[]
export interface ShownDocument {
  readonly [name: string]: ShownValue
}

/** Creates the view of documents; evaluates the filters of `[child]` once. */
export async function createDocumentView(
  search: Search,
  fields: FieldList,
): Promise<(doc: number, hits: Hits) => ShownDocument> {
  const { index } = search.evaluation
  const children = fields.children && (await childDocuments(search, fields.children))
  return (doc, { scores }) => {
    const shown: Record<string, ShownValue> = { ...chosen(index.docs[doc] ?? {}, fields) }
    for (const name of fields.scores) shown[name] = typeof scores === 'number' ? scores : present(scores[doc])
    const below = children?.(doc) ?? []
    if (below.length > 0) shown._childDocuments_ = below
    return shown
  }
}

function chosen(
  document: Readonly<Record<string, FieldValue>>,
  { shows, aliases }: FieldList,
): Record<string, FieldValue> {
  const shown: Record<string, FieldValue> = {}
  for (const [name, value] of Object.entries(document)) if (shows(name)) shown[name] = value
  for (const [alias, name] of aliases) {
    const value = document[name]
    if (value !== undefined) shown[alias] = value
  }
  return shown
}

async function childDocuments(
  search: Search,
  { parentFilter, childFilter, limit, fields }: NonNullable<FieldList['children']>,
): Promise<(doc: number) => ShownDocument[]> {
  const { index } = search.evaluation
  if (parentFilter === undefined) throw new SolrProblem('Parent filter should be sent as parentFilter=filterCondition')
  const parents = await docsOf(parentFilter, search)
  const wanted: Bits | undefined = childFilter === undefined ? undefined : await docsOf(childFilter, search)
  const list = readFieldList(fields === undefined ? [] : [fields], search.parser.value)
  return (doc) => {
    if (!parents.has(doc)) return []
    const shown: ShownDocument[] = []
    for (const child of below(parents, Bits.of(parents.size, [doc]))) {
      if (shown.length >= limit) break
      if (wanted && !wanted.has(child)) continue
      shown.push(chosen(index.docs[child] ?? {}, list))
    }
    return shown
  }
}

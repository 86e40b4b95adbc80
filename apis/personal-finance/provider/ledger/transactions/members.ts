// What the body of a transaction says beside payee, amount and day.

import { invalid } from '../../errors.ts'
import { clearableTextIn, flagIn, noteLimit, type Values } from '../../reading.ts'
import type { CategoryTree } from '../categories/tree.ts'

const labelLimit = 100
const labelLength = 100

/** What was given; undefined members were not. */
export function detailsIn(body: Values) {
  return {
    is_transfer: flagIn(body, 'is_transfer'),
    needs_review: flagIn(body, 'needs_review'),
    labels: labelsIn(body),
    note: clearableTextIn(body, 'note', noteLimit),
    memo: clearableTextIn(body, 'memo', noteLimit),
    cheque_number: clearableTextIn(body, 'cheque_number'),
  }
}

/** Comma-separated labels, each once, in the order given. Null and empty text take all away. */
function labelsIn(body: Values): string[] | undefined {
  if (body.labels === undefined) return undefined
  const text = clearableTextIn(body, 'labels', labelLimit * (labelLength + 1)) ?? ''
  const labels = text.split(',').map((label) => label.trim())
  const once = new Map(labels.filter((label) => label !== '').map((label) => [label.toLowerCase(), label]))
  if (once.size > labelLimit || labels.some((label) => label.length > labelLength)) throw invalid('labels is too long')
  return [...once.values()]
}

/** Id of a category of the world; null for none, undefined when nothing is said. Empty text means none (FACTS 4). */
export function categoryIn(values: Values, tree: CategoryTree): number | null | undefined {
  const given = values.category_id
  if (given === undefined) return undefined
  if (given === null || given === '') return null
  const id = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given
  if (typeof id !== 'number' || !tree.get(id)) throw invalid('category_id is invalid')
  return id
}

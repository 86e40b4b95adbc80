// The values of a field over all documents: pairs of document and value in the order of documents, because most fields
// occur in few documents.
import { present } from '#define/present'

interface FieldOf<Kind> {
  readonly kind: Kind
  readonly name: string
  /** Documents, ascending; a document with several values occurs several times. */
  readonly docs: Int32Array
}
/** A field of strings, each as its position in the sorted list. */
export interface StringField extends FieldOf<'string' | 'strings' | 'text'> {
  readonly terms: readonly string[]
  readonly ords: Int32Array
  /** Start of each term's documents in `postings`. */
  readonly starts: Int32Array
  /** Documents by term, ascending; repeated if a document has the term several times. */
  readonly postings: Int32Array
}
interface NumberField extends FieldOf<'number'> {
  readonly values: Float64Array
}
export type Field = StringField | NumberField

/** Creates a field; `values` refers to terms by their numbers in `numbers`, from 0. */
export function stringField(
  name: string,
  kind: StringField['kind'],
  docs: readonly number[],
  { values, numbers }: { readonly values: readonly number[]; readonly numbers: ReadonlyMap<string, number> },
): StringField {
  const terms = [...numbers.keys()].sort()
  const ordOfNumber = new Int32Array(terms.length)
  for (const [ord, term] of terms.entries()) ordOfNumber[numbers.get(term) ?? 0] = ord
  const ords = Int32Array.from(values, (number) => present(ordOfNumber[number]))
  const starts = new Int32Array(terms.length + 1)
  for (const ord of ords) starts[ord + 1] = present(starts[ord + 1]) + 1
  for (let ord = 0; ord < terms.length; ord++) starts[ord + 1] = present(starts[ord + 1]) + present(starts[ord])
  const filled = starts.slice()
  const postings = new Int32Array(docs.length)
  for (const [at, ord] of ords.entries()) {
    const place = present(filled[ord])
    postings[place] = present(docs[at])
    filled[ord] = place + 1
  }
  return { name, kind, docs: Int32Array.from(docs), terms, ords, starts, postings }
}

export function numberField(name: string, docs: readonly number[], values: readonly number[]): NumberField {
  return { name, kind: 'number', docs: Int32Array.from(docs), values: Float64Array.from(values) }
}

/** Returns the documents of a term by its position in the list. */
export function docsOfTerm({ starts, postings }: StringField, ord: number): Int32Array {
  return postings.subarray(starts[ord], starts[ord + 1])
}

/** Returns the position of a term, or of the first greater one. */
export function placeOf(sorted: ArrayLike<string>, term: string): number
export function placeOf(sorted: ArrayLike<number>, term: number): number
export function placeOf<T extends string | number>(sorted: ArrayLike<T>, term: T): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const known = sorted[middle]
    if (known !== undefined && known < term) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the position of a term in the list; -1 if no document has it. */
export function ordOf({ terms }: StringField, term: string): number {
  const place = placeOf(terms, term)
  return terms[place] === term ? place : -1
}

/** Returns the first value of a document in sort order; undefined without one. */
export function sortValue(field: Field, doc: number): number | undefined {
  const place = placeOf(field.docs, doc)
  if (field.docs[place] !== doc) return undefined
  return field.kind === 'number' ? field.values[place] : field.ords[place]
}

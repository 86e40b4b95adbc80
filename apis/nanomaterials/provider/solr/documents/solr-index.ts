// The index: all documents with their fields, in blocks; the descendants of a document directly precede it.
import type { Materials } from '../../materials/materials.ts'
import { type Field, numberField, stringField } from './field.ts'
import { type FieldKind, fieldKind, textField, wordsOf } from './field-kinds.ts'
import { documentsOf, type SolrDocument } from './make-documents.ts'

export interface SolrIndex {
  readonly docs: readonly SolrDocument[]
  readonly fields: ReadonlyMap<string, Field>
}

interface Collected {
  readonly kind: FieldKind
  readonly docs: number[]
  /** Values: numbers, or the numbers of terms. */
  readonly values: number[]
  readonly numbers: Map<string, number>
}

/** Builds the index; awaits `pause` between documents and fields. */
export async function buildSolrIndex(
  { databases, categories }: Materials,
  pause: () => Promise<void>,
): Promise<SolrIndex> {
  const docs: SolrDocument[] = []
  const collected = new Map<string, Collected>()
  for (const { substances } of databases.values())
    for (const substance of substances)
      for (const document of documentsOf(categories, substance)) {
        collect(document, docs.length, collected)
        docs.push(document)
        await pause()
      }
  const fields = new Map<string, Field>()
  for (const [name, { kind, docs: having, values, numbers }] of collected) {
    const isNumber = kind === 'number'
    fields.set(
      name,
      isNumber ? numberField(name, having, values) : stringField(name, kind, having, { values, numbers }),
    )
    await pause()
  }
  return { docs, fields }
}

function collect(document: SolrDocument, doc: number, collected: Map<string, Collected>): void {
  for (const [name, value] of Object.entries(document)) {
    const kind = fieldKind(name) ?? 'string'
    for (const one of typeof value === 'object' ? value : [value]) put(collected, { name, kind, doc }, one)
    // fields of the parent are excluded, so that a word finds the document it describes
    if (/_ss?$/.test(name))
      for (const text of typeof value === 'object' ? value : [String(value)])
        for (const word of wordsOf(text)) put(collected, { name: textField, kind: 'text', doc }, word)
  }
}

interface Place {
  readonly name: string
  readonly kind: FieldKind
  readonly doc: number
}

function put(collected: Map<string, Collected>, { name, kind, doc }: Place, value: string | number): void {
  const known: Collected = collected.get(name) ?? { kind, docs: [], values: [], numbers: new Map() }
  collected.set(name, known)
  known.docs.push(doc)
  known.values.push(kind === 'number' ? Number(value) : numberOf(String(value), known.numbers))
}

function numberOf(term: string, numbers: Map<string, number>): number {
  const number = numbers.get(term) ?? numbers.size
  numbers.set(term, number)
  return number
}

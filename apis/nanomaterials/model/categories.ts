// The study categories of AMBIT (SOURCES 3.1), with their titles and order.
import { readTable } from './table.ts'

export interface StudyCategory {
  readonly code: string
  readonly topCategory: string
  readonly section: string
  readonly order: number
  /** Ontology term; empty for some. */
  readonly term: string
  readonly title: string
}
export type StudyCategories = ReadonlyMap<string, StudyCategory>

/** Order of categories without one. */
export const unknownOrder = 10_000

/** Loads categories by code, in the order of the list. */
export async function loadCategories(): Promise<StudyCategories> {
  const rows = await readTable('categories.tsv')
  return new Map(
    rows.map(({ code = '', topcategory = '', section = '', order = '', term = '', title = '' }) => [
      code,
      { code, topCategory: topcategory, section, order: Number(order) || unknownOrder, term, title },
    ]),
  )
}

/** Returns section and title; for an unknown category its code (SOURCES 2.3). */
export function titleOf(categories: StudyCategories, code: string): string {
  const known = categories.get(code)
  if (!known || known.title === '') return code
  return `${known.section} ${known.title}`.trim()
}

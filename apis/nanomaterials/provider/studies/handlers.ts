// Serves studies of a substance, their counts by category, and the counts of the whole database.

import type { Study, Substance } from '../../model/records.ts'
import { type Context, type ListBody, pageOf, type TextBody, wholeList } from '../answers/ambit.ts'
import { substanceOf } from '../answers/find.ts'
import { formatOf } from '../answers/format.ts'
import { tableBody } from '../answers/table.ts'
import { columns, type Row, rowOf } from '../investigation/rows.ts'
import { byCategory } from '../materials/materials.ts'
import { filterStudies, type StudyInput } from './filters.ts'
import { studySummary } from './summary.ts'
import { studyView } from './view.ts'

interface OfSubstance extends StudyInput {
  readonly db: string
  readonly uuid: string
  readonly page?: number | undefined
  readonly pagesize?: number | undefined
}

export function listStudies(context: Context, input: OfSubstance): ListBody | TextBody {
  const substance = substanceOf(context, input.uuid)
  const { materials, query, call } = context
  const format = formatOf(call.request, ['json', 'csv', 'tsv', 'xlsx'])
  const studies = pageOf(filterStudies(substance.studies, input, query), input, query, wholeList)
  if (format !== 'json') return tableBody(format, columns, rowsOf(substance, studies))
  return { name: 'study', items: map(studies, (study) => studyView(materials.categories, substance.uuid, study)) }
}

/** Yields effects as rows of the investigation. */
function* rowsOf(substance: Substance, studies: readonly Study[]): Generator<Row> {
  for (const study of studies)
    for (const [at, effect] of study.effects.entries()) yield rowOf({ substance, study }, effect, at)
}

export function getStudySummary(
  context: Context,
  input: OfSubstance & { readonly result?: boolean | undefined },
): ListBody {
  const substance = substanceOf(context, input.uuid)
  const { materials, query, root } = context
  const uri = `${root}/substance/${substance.uuid}`
  const studies = filterStudies(substance.studies, input, query)
  const facet = studySummary(materials.categories, studies, { uri, byResult: input.result ?? false })
  return { name: 'facet', items: pageOf(facet, input, query, wholeList) }
}

/** Counts protocol applications; the number of substances is not counted (SOURCES 2.7). */
export function countStudies(
  { materials, database, root, query }: Context,
  input: { readonly db: string; readonly top?: string | undefined; readonly category?: string | undefined },
): ListBody {
  const top = input.top ?? query.get('topcategory') ?? undefined
  const all = database.substances.flatMap(({ studies }) => studies)
  const groups = byCategory(materials.categories, all).filter(
    ({ topCategory, category }) =>
      (top === undefined || topCategory === top) && (input.category === undefined || category === input.category),
  )
  return {
    name: 'facet',
    items: map(groups, ({ topCategory, category, studies }) => ({
      value: materials.categories.get(category)?.title || category,
      endpoint: category,
      count: studies.length,
      substancescount: -1,
      uri: `${root}/substance?type=facet&category=${encodeURIComponent(`${topCategory}.${category}`)}`,
      subcategory: topCategory,
      subcategoryuri: `${root}/query/study?topcategory=${encodeURIComponent(topCategory)}`,
      bundles: {},
    })),
  }
}

function* map<T, R>(items: readonly T[], view: (item: T) => R): Generator<R> {
  for (const item of items) yield view(item)
}

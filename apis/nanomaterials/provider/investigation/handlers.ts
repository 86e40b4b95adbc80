// Serves the investigation: rows as JSON, or as text with a column for each value.
import { createPacer } from '#provider'
import { type Context, type ListBody, pageBounds, type TextBody } from '../answers/ambit.ts'
import { formatOf } from '../answers/format.ts'
import { tableBody } from '../answers/table.ts'
import { columns, type Row, rowOf, type StudyOfSubstance } from './rows.ts'
import { type SelectInput, selectStudies } from './select.ts'

interface InvestigationInput extends SelectInput {
  readonly db: string
  readonly page?: number | undefined
  readonly pagesize?: number | undefined
}

export async function listInvestigation(context: Context, input: InvestigationInput): Promise<ListBody | TextBody> {
  const { query, call } = context
  const format = formatOf(call.request, ['json', 'csv', 'tsv', 'xlsx'])
  const rows = await rowsOfPage(selectStudies(context, input), pageBounds(input, query))
  if (format === 'json') {
    const isBare = query.get('array')?.toLowerCase() === 'true'
    return { name: isBare ? undefined : 'results', items: rows }
  }
  return tableBody(format, columns, rows)
}

async function rowsOfPage(
  studies: Iterable<StudyOfSubstance>,
  { begin, end }: { readonly begin: number; readonly end: number },
): Promise<Row[]> {
  const rows: Row[] = []
  const pause = createPacer()
  let before = 0
  for (const one of studies) {
    for (const [at, effect] of one.study.effects.entries())
      if (before + at >= begin && before + at < end) rows.push(rowOf(one, effect, at))
    before += one.study.effects.length
    if (before >= end) break
    await pause()
  }
  return rows
}

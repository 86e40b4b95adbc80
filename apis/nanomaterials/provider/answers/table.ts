// Writes rows as delimited text or as a workbook.
import { paced } from '#provider'
import type { TextBody } from './ambit.ts'
import { type Cell, delimited } from './delimited.ts'
import { contentTypeOf } from './format.ts'
import { workbook } from './workbook.ts'

export function tableBody<Name extends string>(
  format: 'csv' | 'tsv' | 'xlsx',
  names: readonly Name[],
  rows: Iterable<Readonly<Record<Name, Cell>>>,
): TextBody {
  const contentType = contentTypeOf(format)
  if (format === 'xlsx') return { contentType, text: workbook(names, rows) }
  return { contentType, text: paced(delimited(names, rows, format === 'csv' ? ',' : '\t')) }
}

// Writes substances in the requested format: JSON, delimited text, a workbook, ISA-JSON, JSON-LD or RDF statements.

import { paced } from '#provider'
import type { Substance } from '../../model/records.ts'
import type { Context, ListBody, TextBody } from '../answers/ambit.ts'
import { contentTypeOf, formatOf } from '../answers/format.ts'
import { tableBody } from '../answers/table.ts'
import { investigationBody } from './isa.ts'
import { jsonLdContext, nodeOf, rdfXml, statementsOf } from './rdf.ts'
import type { SubstanceView } from './view.ts'

const columns = [
  'URI',
  'i5uuid',
  'name',
  'publicname',
  'ownerUUID',
  'ownerName',
  'format',
  'substanceType',
  'referenceSubstance',
  'externalIdentifiers',
] as const

export interface ShownSubstance {
  readonly view: SubstanceView
  /** Substance; undefined for a structure shown as one. */
  readonly substance: Substance | undefined
}

export function substancesBody(context: Context, shown: readonly ShownSubstance[]): ListBody | TextBody {
  const format = formatOf(context.call.request, [
    'json',
    'csv',
    'tsv',
    'xlsx',
    'isa',
    'jsonld',
    'turtle',
    'ntriples',
    'rdfxml',
  ])
  const contentType = contentTypeOf(format)
  const views = shown.values().map(({ view }) => view)
  switch (format) {
    case 'json':
      return { name: 'substance', items: views, tail: { records: shown.length } }
    case 'isa':
      return investigationBody(
        context,
        shown.flatMap(({ substance }) => substance ?? []),
      )
    case 'jsonld':
      return { contentType, head: { '@context': jsonLdContext }, name: '@graph', items: views.map(nodeOf) }
    case 'csv':
    case 'tsv':
    case 'xlsx':
      return tableBody(format, columns, views.map(rowOf))
    case 'rdfxml':
      return { contentType, text: paced(rdfXml(views)) }
    default:
      return { contentType, text: paced(views.flatMap(statementsOf)) }
  }
}

function rowOf(view: SubstanceView): Readonly<Record<(typeof columns)[number], string | null>> {
  return {
    ...view,
    referenceSubstance: view.referenceSubstance.i5uuid,
    externalIdentifiers: view.externalIdentifiers.map(({ type, id }) => `${type}:${id}`).join('|'),
  }
}

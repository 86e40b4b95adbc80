// Substances in the format that a call asks for: JSON, separated text, JSON-LD or statements of RDF. The statements use
// Dublin Core, which needs no mapping of a database's own codes.
import { type Context, type ListBody, paced, type TextBody } from '../answers/ambit.ts'
import { delimited } from '../answers/delimited.ts'
import { contentTypeOf, formatOf } from '../answers/format.ts'
import type { SubstanceView } from './view.ts'

const elements = 'http://purl.org/dc/elements/1.1/'
/** Terms by the names that JSON-LD gives them. */
const terms = {
  identifier: `${elements}identifier`,
  title: `${elements}title`,
  alternative: 'http://purl.org/dc/terms/alternative',
  publisher: `${elements}publisher`,
  type: `${elements}type`,
} as const
const relation = `${elements}relation`
const termNames = ['identifier', 'title', 'alternative', 'publisher', 'type'] as const

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

export function substancesBody({ call }: Context, substances: readonly SubstanceView[]): ListBody | TextBody {
  const format = formatOf(call.request, ['json', 'csv', 'tsv', 'jsonld', 'turtle', 'ntriples'])
  const contentType = contentTypeOf(format)
  switch (format) {
    case 'json':
      return { name: 'substance', items: substances, tail: { records: substances.length } }
    case 'jsonld': {
      const context = { ...terms, relation: { '@id': relation, '@type': '@id' } }
      return { contentType, head: { '@context': context }, name: '@graph', items: substances.values().map(nodeOf) }
    }
    case 'csv':
    case 'tsv': {
      const rows = substances.values().map(rowOf)
      return { contentType, text: paced(delimited(columns, rows, format === 'csv' ? ',' : '\t')) }
    }
    // each line of N-Triples is a line of Turtle
    default:
      return { contentType, text: paced(substances.values().flatMap(statementsOf)) }
  }
}

function rowOf(view: SubstanceView): Readonly<Record<(typeof columns)[number], string | null>> {
  return {
    ...view,
    referenceSubstance: view.referenceSubstance.i5uuid,
    externalIdentifiers: view.externalIdentifiers.map(({ type, id }) => `${type}:${id}`).join('|'),
  }
}

function valuesOf(view: SubstanceView): Readonly<Record<(typeof termNames)[number], readonly string[]>> {
  const present = (value: string | null) => (value === null || value === '' ? [] : [value.toWellFormed()])
  return {
    identifier: [view.i5uuid, ...view.externalIdentifiers.map(({ type, id }) => `${type}:${id}`)].flatMap(present),
    title: present(view.name),
    alternative: present(view.publicname),
    publisher: present(view.ownerName),
    type: present(view.substanceType),
  }
}

function nodeOf(view: SubstanceView): object {
  const { uri } = view.referenceSubstance
  return { '@id': iriOf(view.URI), ...valuesOf(view), ...(uri === null ? {} : { relation: iriOf(uri) }) }
}

function* statementsOf(view: SubstanceView): Generator<string> {
  const subject = `<${iriOf(view.URI)}>`
  const values = valuesOf(view)
  for (const name of termNames)
    for (const value of values[name]) yield `${subject} <${terms[name]}> ${literalOf(value)} .\n`
  const { uri } = view.referenceSubstance
  if (uri !== null) yield `${subject} <${relation}> <${iriOf(uri)}> .\n`
}

/** Characters that would end an address in angle brackets are encoded. */
function iriOf(address: string): string {
  return address.toWellFormed().replaceAll(/[^\x21-\x7e]|[<>"{}|^`\\]/gu, (character) => encodeURIComponent(character))
}

/** JSON escapes what a literal may not contain in the same way. */
function literalOf(text: string): string {
  return JSON.stringify(text)
}

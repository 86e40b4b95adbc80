// Writes substances as RDF statements with the terms of Dublin Core, which need no mapping of a database's own codes.
import { escaped } from '../answers/xml-text.ts'
import type { SubstanceView } from './view.ts'

const elements = 'http://purl.org/dc/elements/1.1/'
const metadata = 'http://purl.org/dc/terms/'
/** Terms by their JSON-LD names. */
const terms = {
  identifier: `${elements}identifier`,
  title: `${elements}title`,
  alternative: `${metadata}alternative`,
  publisher: `${elements}publisher`,
  type: `${elements}type`,
} as const
const relation = `${elements}relation`
const termNames = ['identifier', 'title', 'alternative', 'publisher', 'type'] as const

/** The `@context` of JSON-LD. */
export const jsonLdContext = { ...terms, relation: { '@id': relation, '@type': '@id' } }

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

/** Returns a JSON-LD node. */
export function nodeOf(view: SubstanceView): object {
  const { uri } = view.referenceSubstance
  return { '@id': iriOf(view.URI), ...valuesOf(view), ...(uri === null ? {} : { relation: iriOf(uri) }) }
}

/** Yields lines of N-Triples, each of which is also a line of Turtle. */
export function* statementsOf(view: SubstanceView): Generator<string> {
  const subject = `<${iriOf(view.URI)}>`
  const values = valuesOf(view)
  for (const name of termNames)
    for (const value of values[name]) yield `${subject} <${terms[name]}> ${literalOf(value)} .\n`
  const { uri } = view.referenceSubstance
  if (uri !== null) yield `${subject} <${relation}> <${iriOf(uri)}> .\n`
}

/** Yields a document of RDF/XML. */
export function* rdfXml(views: Iterable<SubstanceView>): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
  yield `xmlns:dc="${elements}" xmlns:dcterms="${metadata}">\n`
  for (const view of views) {
    yield `  <rdf:Description rdf:about="${escaped(iriOf(view.URI))}">\n`
    const values = valuesOf(view)
    for (const name of termNames) {
      const element = `${terms[name].startsWith(elements) ? 'dc' : 'dcterms'}:${name}`
      for (const value of values[name]) yield `    <${element}>${escaped(value)}</${element}>\n`
    }
    const { uri } = view.referenceSubstance
    if (uri !== null) yield `    <dc:relation rdf:resource="${escaped(iriOf(uri))}"/>\n`
    yield '  </rdf:Description>\n'
  }
  yield '</rdf:RDF>\n'
}

/** Encodes characters that would end an address in angle brackets. */
function iriOf(address: string): string {
  return address.toWellFormed().replaceAll(/[^\x21-\x7e]|[<>"{}|^`\\]/gu, (character) => encodeURIComponent(character))
}

/** Escapes a literal; JSON escapes the same characters in the same way. */
function literalOf(text: string): string {
  return JSON.stringify(text)
}

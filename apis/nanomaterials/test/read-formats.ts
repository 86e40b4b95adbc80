// Reads what the provider writes back into rows and statements.
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'

type Visit = (name: string, attributes: Readonly<Record<string, string>>, text: string) => void

/** Calls `visit` with each element when it ends. */
function eachElement(xml: string, visit: Visit): void {
  const open: { name: string; attributes: Record<string, string>; text: string }[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => open.push({ name, attributes, text: '' }))
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => {
    const { name = '', attributes = {}, text = '' } = open.pop() ?? {}
    visit(name, attributes, text)
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
}

/** The cells of the first sheet as texts. Throws unless each part of the archive is well-formed XML. */
export function rowsOfWorkbook(bytes: Uint8Array): string[][] {
  const parts = Object.entries(unzipSync(bytes)).map(([name, part]) => [name, Buffer.from(part).toString()] as const)
  for (const [, xml] of parts) eachElement(xml, () => undefined)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  eachElement(parts.find(([name]) => name === 'xl/worksheets/sheet1.xml')?.[1] ?? '', (name, _attributes, text) => {
    if (name === 't' || name === 'v') cell = text
    if (name === 'c') {
      row.push(cell)
      cell = ''
    }
    if (name !== 'row') return
    rows.push(row)
    row = []
  })
  return rows
}

export function rowsOfCsv(text: string): string[][] {
  return parse(text)
}

/** The statements of an RDF/XML document as lines of N-Triples. */
export function statementsOf(xml: string): string[] {
  const spaces: Readonly<Record<string, string>> = {
    dc: 'http://purl.org/dc/elements/1.1/',
    dcterms: 'http://purl.org/dc/terms/',
  }
  const statements: string[] = []
  let waiting: string[] = []
  eachElement(xml, (name, attributes, text) => {
    const [prefix = '', term = ''] = name.split(':')
    if (name === 'rdf:Description') {
      statements.push(...waiting.map((rest) => `<${attributes['rdf:about']}> ${rest}`))
      waiting = []
    } else if (spaces[prefix] !== undefined) {
      const resource = attributes['rdf:resource']
      waiting.push(`<${spaces[prefix]}${term}> ${resource === undefined ? JSON.stringify(text) : `<${resource}>`} .`)
    }
  })
  return statements
}

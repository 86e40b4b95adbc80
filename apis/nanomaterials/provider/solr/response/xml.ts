// Writes a response as XML (SOURCES 5.8).
import { escaped } from '../../answers/xml-text.ts'
import { NamedList, type SolrAnswer } from './body.ts'
import type { ShownDocument } from './documents.ts'

export function* xmlPieces({ header, response, further }: SolrAnswer): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<response>\n'
  if (header) yield valueElement('responseHeader', header)
  if (response) {
    const { numFound, start, maxScore, docs } = response
    const score = maxScore === undefined ? '' : ` maxScore="${maxScore}"`
    yield `<result name="response" numFound="${numFound}" start="${start}"${score} numFoundExact="true">`
    for (const doc of docs) yield documentElement(doc)
    yield '</result>\n'
  }
  for (const [name, value] of Object.entries(further)) yield valueElement(name, value)
  yield '</response>\n'
}

function documentElement(document: ShownDocument): string {
  const parts = Object.entries(document).map(([name, value]) =>
    name === '_childDocuments_' && Array.isArray(value)
      ? value.map((child) => documentElement(child as ShownDocument)).join('')
      : valueElement(name, value, /_(?:d|f)$/.test(name) ? 'double' : undefined),
  )
  return `<doc>${parts.join('')}</doc>`
}

/** Writes a value; `number` is the element of numbers, by default `int` for whole ones. */
function valueElement(name: string | null, value: unknown, number?: string): string {
  const named = name === null ? '' : ` name="${escaped(name)}"`
  if (value === null || value === undefined) return `<null${named}/>`
  if (value instanceof NamedList)
    return `<lst${named}>${value.entries.map(([key, one]) => valueElement(key, one)).join('')}</lst>`
  if (Array.isArray(value)) return `<arr${named}>${value.map((one) => valueElement(null, one, number)).join('')}</arr>`
  if (typeof value === 'object')
    return `<lst${named}>${Object.entries(value)
      .map(([key, one]) => valueElement(key, one))
      .join('')}</lst>`
  if (typeof value === 'number') {
    const element = number ?? (Number.isInteger(value) ? 'int' : 'double')
    return `<${element}${named}>${element === 'double' && Number.isInteger(value) ? value.toFixed(1) : value}</${element}>`
  }
  if (typeof value === 'boolean') return `<bool${named}>${value}</bool>`
  return `<str${named}>${escaped(String(value))}</str>`
}

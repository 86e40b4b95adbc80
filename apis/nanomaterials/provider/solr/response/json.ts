// Writes a response as JSON (SOURCES 5.8).
import { type DocumentList, NamedList, type SolrAnswer } from './body.ts'

/** Yields the pieces; `style` is the form of named lists: `flat`, `map`, `arrarr`, `arrmap` or `arrntv`. */
export function* jsonPieces({ header, response, further }: SolrAnswer, style: string): Generator<string> {
  let before = '{'
  if (header) {
    yield `{"responseHeader":${JSON.stringify(header)}`
    before = ','
  }
  if (response) {
    yield `${before}"response":`
    yield* documentPieces(response)
    before = ','
  }
  for (const [name, value] of Object.entries(further)) {
    yield `${before}${JSON.stringify(name)}:${JSON.stringify(plain(value, style))}`
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

function* documentPieces({ docs, ...list }: DocumentList): Generator<string> {
  yield `${JSON.stringify({ ...list, numFoundExact: true }).slice(0, -1)},"docs":[`
  for (const [at, doc] of docs.entries()) yield `${at === 0 ? '' : ','}${JSON.stringify(doc)}`
  yield ']}'
}

function plain(value: unknown, style: string): unknown {
  if (value instanceof NamedList) return named(value, style)
  if (Array.isArray(value)) return value.map((one) => plain(one, style))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one, style)]))
}

function named({ entries }: NamedList, style: string): unknown {
  const pairs = entries.map(([name, value]) => [name, plain(value, style)] as const)
  if (style === 'map') return Object.fromEntries(pairs.map(([name, value]) => [name ?? '', value]))
  if (style === 'arrarr') return pairs
  if (style === 'arrmap') return pairs.map(([name, value]) => ({ [name ?? '']: value }))
  if (style === 'arrntv')
    return pairs.map(([name, value]) => ({ name, type: typeof value === 'number' ? 'int' : 'str', value }))
  return pairs.flat()
}

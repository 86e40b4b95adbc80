// Writes the documents of a response as CSV (SOURCES 5.8): several values share a cell, separated by commas.
import type { SolrAnswer } from './body.ts'
import type { ShownDocument, ShownValue } from './documents.ts'

export function* csvPieces({ response, columns }: SolrAnswer): Generator<string> {
  const docs = response?.docs ?? []
  const names =
    columns ?? [...new Set(docs.flatMap((doc) => Object.keys(doc)))].filter((name) => name !== '_childDocuments_')
  yield `${names.map(quoted).join(',')}\n`
  for (const doc of docs) yield `${names.map((name) => cell(doc, name)).join(',')}\n`
}

function cell(doc: ShownDocument, name: string): string {
  const value: ShownValue | undefined = doc[name]
  if (value === undefined) return ''
  if (typeof value !== 'object') return quoted(String(value))
  const texts = value.map((one) => (typeof one === 'string' ? one.replaceAll(/[\\,]/g, '\\$&') : JSON.stringify(one)))
  return quoted(texts.join(','))
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

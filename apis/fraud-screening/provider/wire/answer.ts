// Writes a response in the requested format: JSON unless `format` is `xml` (SOURCES 1.4).

import { type Reply, reply } from '#define'
import { present } from '#define/present'

type Chunks = AsyncIterable<string>
type Value = string | number | readonly string[]

/** Returns the members in order, as JSON or as an XML document with one element for each. */
export function answerIn<T extends { readonly [name: string]: Value }>(
  format: string | undefined,
  members: T,
  headers: Record<string, string> = {},
): Reply<T> | Reply<Chunks> {
  if (format?.toLowerCase() !== 'xml') return reply(members, { headers })
  const type = { 'content-type': 'application/xml; charset=utf-8' }
  return reply(onePart(xmlOf(members)), { headers: { ...headers, ...type } })
}

/**
 * Returns an XML document. The name of the root element is ours, because the provider's is not documented (SOURCES
 * 1.4).
 */
function xmlOf(members: Readonly<Record<string, Value>>): string {
  const elements = Object.entries(members).map(([name, value]) => `  <${name}>${contentOf(value)}</${name}>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<fraudlabspro>\n${elements.join('')}</fraudlabspro>\n`
}

function contentOf(value: Value): string {
  if (typeof value === 'object') return value.map((item) => `<item>${escaped(item)}</item>`).join('')
  return escaped(String(value))
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text, and drops characters that XML 1.0 does not allow (section 2.2). */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => present(entities[character]))
}

async function* onePart(part: string): AsyncGenerator<string> {
  yield part
}

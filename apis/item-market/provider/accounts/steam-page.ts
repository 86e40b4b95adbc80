// Reads the XML profile page of Steam, which needs no key (SOURCES 5.4): flat members, with content in CDATA or
// escaped. Only the requested members are looked up, each once, in a page of bounded length.
import { present } from '#define/present'

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const maxPageLength = 1024 * 1024

/** Returns the content of the first member with a name; undefined if it is missing or empty. */
export function pageField(xml: string, name: string): string | undefined {
  if (xml.length > maxPageLength) return undefined
  const open = `<${name}>`
  const from = xml.indexOf(open)
  if (from < 0) return undefined
  const to = xml.indexOf(`</${name}>`, from)
  if (to < 0) return undefined
  const inner = xml.slice(from + open.length, to).trim()
  const text = inner.startsWith('<![CDATA[') && inner.endsWith(']]>') ? inner.slice(9, -3) : unescaped(inner)
  return text === '' ? undefined : text
}

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (_whole, name: string) => present(entities[name]))
}

// Writes the XML form, in the order of the schema.
import { type ElementType, isValue } from './element-types.ts'
import { type RootName, roots } from './elements.ts'

export const namespace = 'http://www.bbc.co.uk/nitro/'

/** Writes a document with a root element. Members outside its type are dropped. */
export function toXml(root: RootName, value: unknown): string {
  const parts: string[] = ['<?xml version="1.0" encoding="UTF-8"?>']
  write(parts, { name: root, type: roots[root], value, extra: ` xmlns="${namespace}"` })
  return parts.join('')
}

interface Writing {
  readonly name: string
  readonly type: ElementType | string
  readonly value: unknown
  readonly extra?: string
}

function write(parts: string[], { name, type, value, extra = '' }: Writing): void {
  if (value === undefined || value === null) return
  if (typeof type === 'string') {
    parts.push(`<${name}${extra}>${escapeText(String(value))}</${name}>`)
    return
  }
  const members = isValue(value) ? value : {}
  parts.push(`<${name}${extra}`)
  for (const attribute of Object.keys(type.attributes)) {
    const given = members[attribute]
    if (given !== undefined && given !== null) parts.push(` ${attribute}="${escapeText(String(given))}"`)
  }
  const inner: string[] = []
  if (type.text) inner.push(escapeText(textOf(value, members)))
  for (const [child, { type: of, isRepeatable }] of Object.entries(type.children)) {
    const given = members[child]
    for (const item of isRepeatable && Array.isArray(given) ? given : [given])
      write(inner, { name: child, type: of, value: item })
  }
  const { variants } = type
  if (variants) {
    const items = variants.member === undefined ? value : members[variants.member]
    for (const item of Array.isArray(items) ? items : []) {
      const of = isValue(item) ? variants.of[String(item[variants.by])] : undefined
      if (of && isValue(item)) write(inner, { name: String(item[variants.by]), type: of, value: item })
    }
  }
  const content = inner.join('')
  parts.push(content === '' ? '/>' : `>${content}</${name}>`)
}

function textOf(value: unknown, members: Readonly<Record<string, unknown>>): string {
  return isValue(value) ? String(members.$ ?? '') : String(value)
}

/** Escapes a text and drops the characters that XML cannot contain (XML 1.0, section 2.2). */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
}

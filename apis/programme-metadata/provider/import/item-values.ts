// Reads members of items, whose types an import cannot rely on. A member of the wrong type counts as missing.
import { cleanString } from '#provider/import'
import type { Identifier, RelatedLink, Span, Synopses } from '../records.ts'
import { parseTime } from '../times.ts'
import { isValue, type Value } from '../wire/element-types.ts'

const maxText = 20_000
const maxItems = 5000

export const objectOf = (value: unknown): Value => (isValue(value) ? value : {})

/** Returns a repeatable member, a list or a bare value, as a list. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.slice(0, maxItems) : [value]
}
export const objectsOf = (value: unknown): Value[] => listOf(value).filter(isValue)

export function textOf(value: unknown): string | undefined {
  const text = cleanString(typeof value === 'number' || typeof value === 'boolean' ? String(value) : value, maxText)
  return text === '' ? undefined : text
}
export const textsOf = (value: unknown): string[] => listOf(value).flatMap((each) => textOf(each) ?? [])

/** Returns an id. Ids end up in links, so their characters are limited. */
export function idOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && /^[0-9A-Za-z._-]{1,64}$/.test(text) ? text : undefined
}
/** Returns the pid of a member such as `episode_of`. */
export const referenceOf = (value: unknown): string | undefined => idOf(objectOf(value).pid)
/** Returns the pid that a link selects. */
export function linkedPid(value: unknown): string | undefined {
  const href = textOf(objectOf(value).href)
  return href === undefined ? undefined : idOf(/[?&]pid=([^&]+)/.exec(href)?.[1])
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && Math.abs(number) < 1e12 ? number : undefined
}
export const integerOf = (value: unknown): number | undefined => {
  const number = numberOf(value)
  return number === undefined ? undefined : Math.trunc(number)
}
export function booleanOf(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}
/** Returns seconds since the epoch. */
export function timeOf(value: unknown): number | undefined {
  const text = textOf(value)
  return text === undefined ? undefined : parseTime(text)
}
export const spanOf = (value: unknown): Span => ({
  start: timeOf(objectOf(value).start),
  end: timeOf(objectOf(value).end),
})

export function synopsesOf(value: unknown): Synopses | undefined {
  const { short, medium, long } = objectOf(value)
  const synopses = { short: textOf(short), medium: textOf(medium), long: textOf(long) }
  return Object.values(synopses).every((text) => text === undefined) ? undefined : synopses
}

export function identifiersOf(item: Value) {
  return {
    identifiers: identifierList(objectOf(item.identifiers).identifier),
    ids: identifierList(objectOf(item.ids).id),
  }
}

function identifierList(value: unknown): Identifier[] | undefined {
  const list = listOf(value).flatMap((each) => {
    const { type, authority, $ } = objectOf(each)
    const text = textOf(isValue(each) ? $ : each)
    return text === undefined ? [] : [{ type: textOf(type), authority: textOf(authority), value: text }]
  })
  return list.length === 0 ? undefined : list
}

export function linksOf(value: unknown): RelatedLink[] | undefined {
  const links = objectsOf(objectOf(value).related_link).flatMap((link) => {
    const pid = idOf(link.pid)
    if (pid === undefined) return []
    const type = textOf(link.type)
    return [
      {
        pid,
        type,
        uri: textOf(link.uri),
        title: textOf(link.title),
        synopses: synopsesOf(link.synopses),
        position: integerOf(link.position),
        isExternal: booleanOf(link.is_external),
        availability: link.availability === undefined ? undefined : spanOf(link.availability),
      },
    ]
  })
  return links.length === 0 ? undefined : links
}

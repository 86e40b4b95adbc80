// Differences between two recorded answers: of JSON by pointer, of other text by line, of headers by name. The work is
// linear in their sizes, and the lists are bounded.

interface Body {
  readonly text?: string | undefined
  readonly base64?: string | undefined
}
/** A value that differs; undefined where it is missing. */
interface Difference {
  readonly name: string
  readonly old: unknown
  readonly new: unknown
}
export interface Differences {
  readonly list: readonly Difference[]
  /** True if there are more. */
  readonly isCut: boolean
}
interface TextDifference {
  readonly oldLines: number
  readonly newLines: number
  /** The first line that differs, by its number from 1. */
  readonly first: Difference | undefined
}
type BodyDifference =
  | { readonly kind: 'same' }
  | { readonly kind: 'bytes' }
  | ({ readonly kind: 'json' } & Differences)
  | ({ readonly kind: 'text' } & TextDifference)

export const mostDifferences = 200
const greatestDepth = 50
const longestName = 200

/** Compares two bodies: as JSON if both are, else as lines if both are text, else as bytes. */
export function bodyDifference(old: Body, now: Body): BodyDifference {
  if (old.text === now.text && old.base64 === now.base64) return { kind: 'same' }
  if (old.text === undefined || now.text === undefined) return { kind: 'bytes' }
  const [before, after] = [parsed(old.text), parsed(now.text)]
  if (before === undefined || after === undefined) return { kind: 'text', ...textDifference(old.text, now.text) }
  return { kind: 'json', ...jsonDifferences(before, after) }
}

/** The place of a value: the name of a member or the index of an item, in the value at another place. */
interface Place {
  readonly inside: Place | undefined
  readonly name: string
  readonly depth: number
}

/**
 * Lists the JSON pointers (RFC 6901) at which two values differ, arrays by index. Below 50 levels a value differs as a
 * whole. Names above 200 characters are cut.
 */
export function jsonDifferences(before: unknown, after: unknown): Differences {
  const list: Difference[] = []
  const isFull = () => list.length > mostDifferences
  const walk = (place: Place | undefined, old: unknown, now: unknown) => {
    if (isFull() || old === now) return
    const depth = place?.depth ?? 0
    if (!areAlike(old, now)) list.push({ name: pointerOf(place), old, new: now })
    else if (depth < greatestDepth)
      for (const name of namesOf(old, now)) {
        walk({ inside: place, name, depth: depth + 1 }, memberOf(old, name), memberOf(now, name))
        if (isFull()) return
      }
    else if (!isEqual(old, now)) list.push({ name: pointerOf(place), old, new: now })
  }
  walk(undefined, before, after)
  return { list: list.slice(0, mostDifferences), isCut: isFull() }
}

/** Compares lines. A line break at the end begins a last, empty line. */
function textDifference(old: string, now: string): TextDifference {
  const [before, after] = [old.split('\n'), now.split('\n')]
  const longer = before.length > after.length ? before : after
  const at = longer.findIndex((_line, index) => before[index] !== after[index])
  const first = at === -1 ? undefined : { name: String(at + 1), old: before[at], new: after[at] }
  return { oldLines: before.length, newLines: after.length, first }
}

/** Lists the headers that differ, in order of their names; values of a repeated one are joined. */
export function headerDifferences(
  old: readonly (readonly string[])[],
  now: readonly (readonly string[])[],
): Differences {
  const [before, after] = [valuesOf(old), valuesOf(now)]
  const list = [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((name) => ({ name, old: before.get(name)?.join(', '), new: after.get(name)?.join(', ') }))
    .filter((one) => one.old !== one.new)
  return { list: list.slice(0, mostDifferences), isCut: list.length > mostDifferences }
}

function valuesOf(headers: readonly (readonly string[])[]): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const [name = '', value = ''] of headers) {
    const some = values.get(name)
    if (some) some.push(value)
    else values.set(name, [value])
  }
  return values
}

/** Parses JSON, in which integers keep all their digits; undefined for other text. */
function parsed(text: string): unknown {
  try {
    return /\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text)
  } catch {
    return undefined
  }
}

function exact(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const { source = '' } = context ?? {}
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value
}

/** An object, or an array, whose members are its items by index. */
type Container = Readonly<Record<string, unknown>>

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

/** Reports whether both are objects, or both are arrays. */
function areAlike(old: unknown, now: unknown): boolean {
  return isContainer(old) && isContainer(now) && Array.isArray(old) === Array.isArray(now)
}

function namesOf(old: unknown, now: unknown): readonly string[] {
  const [before, after] = [Object.keys(Object(old)), Object.keys(Object(now))]
  return [...before, ...after.filter((name) => !Object.hasOwn(Object(old), name))]
}

const memberOf = (value: unknown, name: string): unknown =>
  isContainer(value) && Object.hasOwn(value, name) ? value[name] : undefined

function pointerOf(place: Place | undefined): string {
  const names: string[] = []
  for (let one = place; one; one = one.inside)
    names.unshift(one.name.length > longestName ? `${one.name.slice(0, longestName)}…` : one.name)
  return names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** Compares values of any depth without recursion. */
function isEqual(before: unknown, after: unknown): boolean {
  const waiting: [unknown, unknown][] = [[before, after]]
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    const [old, now] = pair
    if (old === now) continue
    if (!areAlike(old, now)) return false
    for (const name of namesOf(old, now)) waiting.push([memberOf(old, name), memberOf(now, name)])
  }
  return true
}

const longestBrief = 200
const mostBrief = 12

/** Writes a value in at most some 200 characters: inner values beyond three levels, and items beyond twelve, as `…`. */
export function brief(value: unknown, levels = 3): string {
  const text = isContainer(value) ? briefContainer(value, levels) : briefPlain(value)
  return text.length > longestBrief ? `${text.slice(0, longestBrief)}…` : text
}

function briefPlain(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, longestBrief + 1)) : String(value)
}

function briefContainer(value: Container, levels: number): string {
  const names = Object.keys(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (levels === 0 && names.length > 0) return `${open}…${close}`
  const parts = names.slice(0, mostBrief).map((name) => {
    const one = brief(memberOf(value, name), levels - 1)
    return Array.isArray(value) ? one : `${briefPlain(name)}: ${one}`
  })
  return `${open}${[...parts, ...(names.length > mostBrief ? ['…'] : [])].join(', ')}${close}`
}

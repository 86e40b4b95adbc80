// The fields of a row of an import file in any format: nested members are flattened, and names are compared without
// case and punctuation, so that home_team, homeTeam and Home Team are one name.

/** Values by simplified names. */
export type Fields = ReadonlyMap<string, unknown>

/** A row of an import file. */
export interface FileRow {
  /** The location, for messages. */
  readonly where: string
  readonly fields: Fields
}

/** Depth to which members are flattened; lists are not. */
const deepest = 3
/** Placeholders of R and spreadsheets for unknown values. */
const unknown = new Set(['', 'na', 'nan', 'null', 'none', 'inf', '-inf'])

export function fieldsOf(record: object): Fields {
  const fields = new Map<string, unknown>()
  addFields(fields, '', record, 0)
  return fields
}

export function simpleName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function addFields(fields: Map<string, unknown>, prefix: string, record: object, depth: number): void {
  for (const [name, value] of Object.entries(record)) {
    const simple = prefix + simpleName(name)
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
    if (isNested && depth < deepest) addFields(fields, simple, value, depth + 1)
    else fields.set(simple, value)
  }
}

/** Returns the first known value among these fields. */
function knownValue(fields: Fields, names: readonly string[]): unknown {
  for (const name of names) {
    const value = fields.get(name)
    if (value === undefined || value === null) continue
    if (typeof value === 'string' && unknown.has(value.trim().toLowerCase())) continue
    if (typeof value === 'number' && !Number.isFinite(value)) continue
    return value
  }
  return undefined
}

const longestText = 2000

/** Returns a string without NUL, which PostgreSQL refuses, and without blanks at the ends. */
export function textOf(fields: Fields, ...names: readonly string[]): string | null {
  const value = knownValue(fields, names)
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return null
  return String(value).toWellFormed().replaceAll('\0', '').trim().slice(0, longestText) || null
}

export function numberOf(fields: Fields, ...names: readonly string[]): number | null {
  const value = knownValue(fields, names)
  if (typeof value === 'boolean') return Number(value)
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Returns a whole number that a double holds exactly. */
export function wholeOf(fields: Fields, ...names: readonly string[]): number | null {
  const number = numberOf(fields, ...names)
  return number !== null && Number.isSafeInteger(Math.round(number)) ? Math.round(number) + 0 : null
}

export function booleanOf(fields: Fields, ...names: readonly string[]): boolean | null {
  const value = knownValue(fields, names)
  if (typeof value === 'boolean') return value
  const text = String(value ?? '').toLowerCase()
  if (text === 'true' || text === '1' || text === 't') return true
  return text === 'false' || text === '0' || text === 'f' ? false : null
}

/** Returns milliseconds since the epoch; a day means its beginning in UTC. */
export function timeOf(fields: Fields, ...names: readonly string[]): number | null {
  const text = textOf(fields, ...names)
  // times without a zone are UTC in these files
  const zoned = text !== null && /[T ]\d\d:\d\d/.test(text) && !/(Z|[+-]\d\d:?\d\d)$/.test(text) ? `${text}Z` : text
  const time = zoned === null ? Number.NaN : Date.parse(zoned.replace(' ', 'T'))
  return Number.isFinite(time) ? time : null
}

/** Returns the numbers of a list, or of a string such as `7, 3, 0, 14` or `c(7, 3, 0, 14)`. */
export function numbersOf(fields: Fields, ...names: readonly string[]): number[] | null {
  const value = knownValue(fields, names)
  const items: unknown[] | null = Array.isArray(value)
    ? value
    : typeof value === 'string' || typeof value === 'number'
      ? (String(value).match(/-?\d+(\.\d+)?/g) ?? [])
      : null
  return items === null ? null : items.map(Number).filter((number) => Number.isFinite(number))
}

/** Returns the objects of a list; other items are skipped. */
export function objectsOf(fields: Fields, ...names: readonly string[]): object[] | null {
  const value = knownValue(fields, names)
  if (!Array.isArray(value)) return null
  const items: unknown[] = value
  return items.filter((item): item is object => typeof item === 'object' && item !== null)
}

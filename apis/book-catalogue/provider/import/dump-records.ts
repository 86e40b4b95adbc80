// Reads the JSON of a dump line into a record (SOURCES 4.1, 4.2). Invalid members are dropped; a row without the
// required ones is a problem.
import { memberOf, normalIsbn } from '#provider'
import type { AuthorRecord, EditionRecord, WorkRecord } from '../../model/records.ts'
import { yearOf } from '../years.ts'

const mostItems = 200
const mostText = 1000
const mostDescription = 5000

type Json = Readonly<Record<string, unknown>>

/** Reads a work. `authors` has bare keys in some old rows. */
export function readWork(json: Json, modified: number | undefined): WorkRecord {
  const authors = itemsOf(json.authors).flatMap((item) => {
    const id = idOf(memberOf(item, 'author') ?? item, 'A')
    return id === undefined ? [] : [id]
  })
  return compact({
    title: textOf(json.title),
    subtitle: textOf(json.subtitle),
    authors: [...new Set(authors)],
    covers: numbersOf(json.covers),
    subjects: textsOf(json.subjects),
    places: textsOf(json.subject_places),
    people: textsOf(json.subject_people),
    times: textsOf(json.subject_times),
    description: longTextOf(json.description)?.slice(0, mostDescription),
    year: yearOf(json.first_publish_date),
    modified,
  })
}

/** Reads an author; undefined without a name. */
export function readAuthor(json: Json): AuthorRecord | undefined {
  const name = textOf(json.name) ?? textOf(json.personal_name)
  if (name === undefined) return undefined
  return {
    name,
    ...compact({
      others: textsOf(json.alternate_names),
      birth: textOf(json.birth_date),
      death: textOf(json.death_date),
    }),
  }
}

/** Reads an edition and its work; undefined without a work. */
export function readEdition(json: Json): { workId: number; record: EditionRecord } | undefined {
  const workId = itemsOf(json.works).map((item) => idOf(item, 'W'))[0]
  if (workId === undefined) return undefined
  const isbns = [...textsOf(json.isbn_13), ...textsOf(json.isbn_10)].flatMap((text) => normalIsbn(text) ?? [])
  const pages = json.number_of_pages
  const record = compact({
    title: textOf(json.title),
    subtitle: textOf(json.subtitle),
    date: textOf(json.publish_date),
    year: yearOf(json.publish_date),
    places: textsOf(json.publish_places),
    publishers: textsOf(json.publishers),
    contributors: itemsOf(json.contributors).flatMap((item) => textOf(memberOf(item, 'name')) ?? []),
    isbn: [...new Set(isbns)],
    languages: itemsOf(json.languages).flatMap((item) => languageOf(item) ?? []),
    pages: typeof pages === 'number' && Number.isInteger(pages) && pages > 0 && pages < 1e6 ? pages : undefined,
    cover: numbersOf(json.covers)[0],
    ia: textOf(json.ocaid),
    lccn: textsOf(json.lccn).map((text) => text.trim()),
    oclc: textsOf(json.oclc_numbers).map((text) => text.trim()),
    ddc: textsOf(json.dewey_decimal_class),
    lcc: textsOf(json.lc_classifications),
    ids: identifiersOf(json.identifiers),
  })
  return { workId, record }
}

/** Returns the number within a key such as `/works/OL27448W`, alone or as `{ key }`; undefined for other values. */
export function idOf(value: unknown, letter: 'W' | 'A' | 'M'): number | undefined {
  const key = typeof value === 'string' ? value : memberOf(value, 'key')
  const match = typeof key === 'string' ? /^(?:\/[a-z]+\/)?OL(\d{1,9})([A-Z])$/.exec(key) : null
  return match && match[2] === letter ? Number(match[1]) : undefined
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Drops members that are undefined or empty lists. */
function compact<T extends object>(members: T): Present<T> {
  const set = Object.entries(members).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(set) as Present<T> // the remaining members have the same names and types
}

function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, mostItems) : []
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  // PostgreSQL cannot store the character 0, which is never meaningful
  const plain = value.replaceAll('\0', '').trim()
  return plain === '' ? undefined : plain.slice(0, mostText).toWellFormed()
}

function textsOf(value: unknown): string[] {
  return [...new Set(itemsOf(value).flatMap((item) => textOf(item) ?? []))]
}

function numbersOf(value: unknown): number[] {
  return itemsOf(value).flatMap((item) =>
    typeof item === 'number' && Number.isSafeInteger(item) && item > 0 ? [item] : [],
  )
}

/** Returns a string, alone or as `{ type, value }`. */
function longTextOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : memberOf(value, 'value')
  return typeof text === 'string' && text.trim() !== '' ? text.replaceAll('\0', '').toWellFormed() : undefined
}

function languageOf(value: unknown): string | undefined {
  const key = memberOf(value, 'key')
  return typeof key === 'string' ? /^\/languages\/([a-z]{3})$/.exec(key)?.[1] : undefined
}

function identifiersOf(value: unknown): Record<string, string[]> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const names = Object.entries(value).slice(0, 40)
  const identifiers = names.flatMap(([name, list]): [string, string[]][] => {
    const values = textsOf(list).slice(0, 20)
    return /^[a-z0-9_]{1,40}$/.test(name) && values.length > 0 ? [[name, values]] : []
  })
  return identifiers.length > 0 ? Object.fromEntries(identifiers) : undefined
}

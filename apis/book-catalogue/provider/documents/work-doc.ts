// Builds the document of a work from its record, its editions and its authors (SOURCES 4.2), and its words for the
// index.

import { present } from '#define/present'
import { isbnForms } from '#provider'
import type { AuthorRecord, EditionRecord, WorkRecord } from '../../model/records.ts'
import { decadeKey, yearKey } from '../query/query-compile.ts'
import { accessLevels, levelOf } from '../query/query-fields.ts'
import { type ReaderStats, type Readers, readerStats } from '../readers.ts'
import type { Entry } from '../word-index.ts'
import { keyWord, storedWordsOf, subjectKey } from '../words.ts'

/** Data of a work, collected from all tables. Editions ascend by id. */
export interface WorkDetails {
  readonly id: number
  readonly record: WorkRecord
  readonly editions: readonly { readonly id: number; readonly record: EditionRecord }[]
  readonly authors: readonly { readonly id: number; readonly record: AuthorRecord }[]
  readonly readers: Readers | undefined
}

/** A work as a search result: every known member, by name. */
export interface WorkDoc extends ReaderStats {
  readonly key: string
  readonly title: string
  readonly edition_count: number
  readonly ebook_access: string
  readonly has_fulltext: boolean
  readonly public_scan_b: boolean
  readonly author_key?: readonly string[]
  readonly author_name?: readonly string[]
  readonly author_alternative_name?: readonly string[]
  readonly alternative_title?: readonly string[]
  readonly contributor?: readonly string[]
  readonly cover_edition_key?: string
  readonly cover_i?: number
  readonly ddc?: readonly string[]
  readonly edition_key?: readonly string[]
  readonly first_publish_year?: number
  readonly ia?: readonly string[]
  readonly isbn?: readonly string[]
  readonly language?: readonly string[]
  readonly lcc?: readonly string[]
  readonly lccn?: readonly string[]
  readonly number_of_pages_median?: number
  readonly oclc?: readonly string[]
  readonly person?: readonly string[]
  readonly place?: readonly string[]
  readonly publish_date?: readonly string[]
  readonly publish_year?: readonly number[]
  readonly publisher?: readonly string[]
  readonly subject?: readonly string[]
  readonly subtitle?: string
  readonly time?: readonly string[]
  readonly [name: string]: unknown
}

/** The limit of values per list, for works with thousands of editions. */
const mostValues = 500
/** The limit of words per column. */
const mostWords = 3000

/** Returns the document, with members in alphabetical order as at the provider. */
export function workDoc(parts: WorkDetails): WorkDoc {
  const { id, record, editions, authors } = parts
  const title = record.title ?? editions.map((edition) => edition.record.title).find(Boolean) ?? ''
  const access = Math.max(0, ...editions.map((edition) => levelOf(accessOf(edition.record))))
  const members: Record<string, unknown> = {
    ...identifiers(editions),
    ...editionFacts(parts),
    ...subjectFacts(record),
    ...coverFacts(parts),
    ...readerStats(parts.readers),
    alternative_title: alternativeTitles(parts, title),
    author_alternative_name: values(authors.flatMap((author) => author.record.others ?? [])),
    author_key: authors.map((author) => `OL${author.id}A`),
    author_name: authors.map((author) => author.record.name),
    ebook_access: accessLevels[access],
    has_fulltext: access >= levelOf('printdisabled'),
    key: `/works/OL${id}W`,
    last_modified_i: record.modified,
    public_scan_b: access === levelOf('public'),
    subtitle: record.subtitle,
    title,
    type: 'work',
  }
  const set = Object.entries(members).filter(([, value]) => value !== undefined && !isEmpty(value))
  set.sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(set) as unknown as WorkDoc // the members above are those of the type
}

/** Identifiers of sources whose books are open to everybody (SOURCES 1.4). */
const openLibraries = ['project_gutenberg', 'librivox', 'standard_ebooks', 'openstax', 'wikisource']

/**
 * Returns the online access of an edition. A dump does not report the access to an archive copy, but other libraries
 * are open.
 */
export function accessOf({ ids, ia }: EditionRecord): (typeof accessLevels)[number] {
  if (openLibraries.some((name) => ids?.[name])) return 'public'
  return ia === undefined ? 'no_ebook' : 'unclassified'
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function values<T>(list: readonly T[]): T[] {
  return [...new Set(list)].slice(0, mostValues)
}

type Edition = WorkDetails['editions'][number]

function listOf(
  editions: readonly Edition[],
  read: (record: EditionRecord) => readonly string[] | undefined,
): string[] {
  return values(editions.flatMap(({ record }) => read(record) ?? []))
}

function editionFacts({ record, editions }: WorkDetails): Record<string, unknown> {
  const years = values(editions.flatMap((edition) => edition.record.year ?? []))
  const pages = editions.flatMap((edition) => edition.record.pages ?? []).sort((a, b) => a - b)
  const first = years.length > 0 ? Math.min(...years) : record.year
  return {
    edition_count: Math.max(1, editions.length),
    edition_key: values(editions.map((edition) => `OL${edition.id}M`)),
    first_publish_year: first,
    publish_year: years.length > 0 ? years : undefined,
    publish_date: values(editions.flatMap((edition) => edition.record.date ?? [])),
    publish_place: listOf(editions, (one) => one.places),
    publisher: listOf(editions, (one) => one.publishers),
    contributor: listOf(editions, (one) => one.contributors),
    language: values([...listOf(editions, (one) => one.languages), ...(record.languages ?? [])]),
    isbn: values([...listOf(editions, (one) => one.isbn), ...(record.isbn ?? [])].flatMap(isbnForms)),
    lccn: listOf(editions, (one) => one.lccn),
    oclc: listOf(editions, (one) => one.oclc),
    ddc: listOf(editions, (one) => one.ddc),
    lcc: listOf(editions, (one) => one.lcc),
    ia: values(editions.flatMap((edition) => edition.record.ia ?? [])),
    number_of_pages_median: pages.length > 0 ? median(pages) : undefined,
  }
}

function median(ascending: readonly number[]): number {
  const middle = ascending.length / 2
  const [low, high] = [present(ascending[Math.ceil(middle) - 1]), present(ascending[Math.floor(middle)])]
  return Math.ceil((low + high) / 2)
}

function subjectFacts(record: WorkRecord): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  const kinds = { subject: record.subjects, place: record.places, person: record.people, time: record.times }
  for (const [name, list] of Object.entries(kinds)) {
    if (!list || list.length === 0) continue
    members[name] = list
    members[`${name}_key`] = [...new Set(list.map(subjectKey))]
    members[`${name}_facet`] = list
  }
  return members
}

/** Returns the first cover of the work, or else of an edition, and that edition. */
function coverFacts({ record, editions }: WorkDetails): Record<string, unknown> {
  const cover = record.covers?.[0] ?? editions.map((edition) => edition.record.cover).find(Boolean)
  if (cover === undefined) return {}
  const holder = editions.find((edition) => edition.record.cover === cover)
  return { cover_i: cover, cover_edition_key: holder && `OL${holder.id}M` }
}

function alternativeTitles({ record, editions }: WorkDetails, title: string): string[] {
  const full = (one: { title?: string; subtitle?: string }) =>
    one.title === undefined ? [] : [one.title, ...(one.subtitle === undefined ? [] : [`${one.title}: ${one.subtitle}`])]
  const all = [record, ...editions.map((edition) => edition.record)].flatMap(full)
  return values(all.filter((text) => text !== title))
}

function identifiers(editions: readonly Edition[]): Record<string, unknown> {
  const members: Record<string, string[]> = {}
  for (const { record } of editions)
    for (const [name, list] of Object.entries(record.ids ?? {})) {
      const id = `id_${name}`
      members[id] = values([...(members[id] ?? []), ...list])
    }
  return members
}

/** Returns the words and keys by which a document is found. */
export function workEntry(id: number, doc: WorkDoc): Entry {
  const words = (texts: readonly string[] | undefined) => (texts ?? []).flatMap(storedWordsOf).slice(0, mostWords)
  const columns = {
    title: storedWordsOf(doc.title),
    subtitle: words(doc.subtitle === undefined ? [] : [doc.subtitle]),
    alt: words(doc.alternative_title),
    author: words(doc.author_name),
    alias: words(doc.author_alternative_name),
    subject: words(doc.subject),
    person: words(doc.person),
    place: words(doc.place),
    time: words(doc.time),
    publisher: words(doc.publisher),
    contributor: words(doc.contributor),
  }
  return { id, columns, keys: [...keysOf(doc, columns)] }
}

function keysOf(doc: WorkDoc, columns: Readonly<Record<string, readonly string[]>>): Set<string> {
  const keys = new Set<string>()
  const has = (what: string) => keys.add(keyWord('identifier', `has ${what}`))
  const kinds = { language: doc.language, isbn: doc.isbn, oclc: doc.oclc, lccn: doc.lccn, ia: doc.ia } as const
  for (const kind of ['language', 'isbn', 'oclc', 'lccn', 'ia'] as const) {
    for (const value of kinds[kind] ?? []) keys.add(keyWord(kind, value))
    if (kinds[kind]) has(kind)
  }
  for (const kind of ['subject', 'person', 'place', 'time', 'publisher'] as const)
    for (const value of doc[kind] ?? []) keys.add(keyWord(kind, kind === 'publisher' ? value : subjectKey(value)))
  for (const key of doc.author_key ?? []) keys.add(keyWord('author', key.slice(2, -1)))
  for (const key of doc.edition_key ?? []) keys.add(keyWord('edition', key.slice(2, -1)))
  for (const year of doc.publish_year ?? []) {
    keys.add(yearKey(year))
    keys.add(decadeKey(year))
  }
  if (doc.publish_year) has('year')
  if (doc.author_key) has('author')
  for (const [column, list] of Object.entries(columns)) if (list.length > 0) has(column)
  for (const [name, list] of Object.entries(doc)) {
    if (!name.startsWith('id_') || !Array.isArray(list)) continue
    has(name)
    for (const value of list) keys.add(keyWord('identifier', `${name.slice(3)} ${value}`))
  }
  return keys
}

/** Returns the popularity (SOURCES 1.3). */
export function popularityOf(doc: Pick<WorkDoc, 'edition_count' | 'already_read_count' | 'readinglog_count'>): number {
  const { edition_count, already_read_count = 0, readinglog_count = 0 } = doc
  return (
    20 * Math.log10(3 + edition_count) + Math.min(50, already_read_count) + 35 * Math.log10((4 + readinglog_count) / 4)
  )
}

export function accessLevel(doc: WorkDoc): number {
  return Math.max(0, levelOf(doc.ebook_access))
}

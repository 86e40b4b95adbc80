// The fields of a query, with their aliases and lookups. Names are the provider's (SOURCES 1.2).
import type { KeyKind } from '../words.ts'

/** Columns of the index of works. */
const workColumns = [
  'title',
  'subtitle',
  'alt',
  'author',
  'alias',
  'subject',
  'person',
  'place',
  'time',
  'publisher',
  'contributor',
] as const
type WorkColumn = (typeof workColumns)[number]

/**
 * Lookup of a field: words in columns, a whole key, the number of the work, a number to compare, or an access level.
 */
export type Field =
  | { readonly by: 'text'; readonly columns: readonly WorkColumn[] }
  | { readonly by: 'key'; readonly kind: KeyKind }
  | { readonly by: 'identifier'; readonly name: string }
  | { readonly by: 'id' }
  | { readonly by: 'year' }
  | { readonly by: 'number'; readonly column: NumberColumn }
  | { readonly by: 'class'; readonly column: 'ddc' | 'lcc' }
  | { readonly by: 'access'; readonly test: 'level' | 'readable' | 'public' }
  | { readonly by: 'nothing' }

export type NumberColumn =
  | 'first_year'
  | 'edition_count'
  | 'pages'
  | 'ratings_average'
  | 'ratings_count'
  | 'readinglog'
  | 'want'
  | 'reading'
  | 'done'

/** Access levels, in ascending order (SOURCES 1.4). */
export const accessLevels = ['no_ebook', 'unclassified', 'printdisabled', 'borrowable', 'public'] as const

/** Returns the index of a level; -1 for anything else. */
export function levelOf(name: string): number {
  return accessLevels.map(String).indexOf(name)
}

const text = (...columns: WorkColumn[]): Field => ({ by: 'text', columns })
const key = (kind: KeyKind): Field => ({ by: 'key', kind })
const titles = text('title', 'subtitle', 'alt')
const workTitle = text('title')
const authors = text('author')
const nothing: Field = { by: 'nothing' }

/** Words in any column: the meaning of a query without a field. */
export const anywhere: Field = { by: 'text', columns: [] }

const fields: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['text', anywhere],
  ['title', titles],
  ['alternative_title', titles],
  ['work_title', workTitle],
  ['title_suggest', workTitle],
  ['subtitle', text('subtitle')],
  ['author_name', authors],
  ['author', authors],
  ['authors', authors],
  ['by', authors],
  ['author_alternative_name', text('alias')],
  ['contributor', text('contributor')],
  ['publisher', text('publisher')],
  ['publishers', text('publisher')],
  ['subject', text('subject')],
  ['person', text('person')],
  ['place', text('place')],
  ['time', text('time')],
  ['author_key', key('author')],
  ['author_facet', key('author')],
  ['edition_key', key('edition')],
  ['language', key('language')],
  ['isbn', key('isbn')],
  ['oclc', key('oclc')],
  ['lccn', key('lccn')],
  ['ia', key('ia')],
  ['subject_key', key('subject')],
  ['subject_facet', key('subject')],
  ['person_key', key('person')],
  ['person_facet', key('person')],
  ['place_key', key('place')],
  ['place_facet', key('place')],
  ['time_key', key('time')],
  ['time_facet', key('time')],
  ['publisher_facet', key('publisher')],
  ['key', { by: 'id' }],
  ['publish_year', { by: 'year' }],
  ['first_publish_year', { by: 'number', column: 'first_year' }],
  ['edition_count', { by: 'number', column: 'edition_count' }],
  ['number_of_pages_median', { by: 'number', column: 'pages' }],
  ['number_of_pages', { by: 'number', column: 'pages' }],
  ['ratings_average', { by: 'number', column: 'ratings_average' }],
  ['ratings_count', { by: 'number', column: 'ratings_count' }],
  ['readinglog_count', { by: 'number', column: 'readinglog' }],
  ['want_to_read_count', { by: 'number', column: 'want' }],
  ['currently_reading_count', { by: 'number', column: 'reading' }],
  ['already_read_count', { by: 'number', column: 'done' }],
  ['ddc', { by: 'class', column: 'ddc' }],
  ['ddc_sort', { by: 'class', column: 'ddc' }],
  ['lcc', { by: 'class', column: 'lcc' }],
  ['lcc_sort', { by: 'class', column: 'lcc' }],
  ['ebook_access', { by: 'access', test: 'level' }],
  ['has_fulltext', { by: 'access', test: 'readable' }],
  ['public_scan_b', { by: 'access', test: 'public' }],
  // the provider knows these, but the dumps lack them: they match nothing
  ...['publish_date', 'publish_place', 'chapter', 'series', 'series_name', 'series_key', 'seed'].map(
    (name): [string, Field] => [name, nothing],
  ),
  ...['ia_collection', 'first_sentence'].map((name): [string, Field] => [name, nothing]),
])

/** Returns the field of a name in any case; undefined for an unknown name, which is then text. */
export function fieldOf(name: string): Field | undefined {
  const plain = name.toLowerCase()
  return fields.get(plain) ?? (/^id_[a-z0-9_]+$/.test(plain) ? { by: 'identifier', name: plain.slice(3) } : undefined)
}

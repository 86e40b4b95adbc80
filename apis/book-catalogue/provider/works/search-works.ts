// /search.json: reads the parameters (SOURCES 1.1), finds the works and returns the requested fields.

import type { ProviderKit } from '#define'
import { present } from '#define/present'
import { normalIsbn } from '#provider'
import { parseJson } from '#provider/import'
import type { Db, Tables } from '../../tables.ts'
import type { WorkDoc } from '../documents/work-doc.ts'
import { invalidValue, unprocessable } from '../errors.ts'
import { readBoolean, readNumber } from '../parameters.ts'
import { allOf, anyOf, type Condition, compileField, compileText, keyCondition } from '../query/query-compile.ts'
import { accessLevels, fieldOf } from '../query/query-fields.ts'
import { readQuery } from '../query/query-language.ts'
import { wantedWords } from '../query/relevance.ts'
import { type KeyKind, wordsOf } from '../words.ts'
import type { Catalogue } from './catalogue.ts'
import { workIdOf } from './catalogue.ts'
import { descriptionsOf, editionsOf } from './further-fields.ts'
import { readOrder } from './sort-orders.ts'

/** Values by parameter name, as sent. */
export type Values = Readonly<Record<string, unknown>>

interface WorkSearch {
  numFound: number
  start: number
  numFoundExact: boolean
  num_found: number
  documentation_url: string
  q: string | null
  offset: number | null
  docs: Record<string, unknown>[]
}

/** The limit of results, our own: the provider documents none. */
const maxResults = 1000
const maxOffset = 1_000_000_000
const maxFilterValues = 50

const defaultFields = new Set(
  (
    'author_key author_name cover_edition_key cover_i ebook_access edition_count first_publish_year has_fulltext ia ' +
    'ia_collection key language lending_edition_s lending_identifier_s public_scan_b title subtitle series_key ' +
    'series_name series_position id_project_gutenberg id_librivox id_standard_ebooks id_wikisource id_openstax'
  ).split(' '),
)

/** Parameters with words for one field. */
const fieldWords = ['title', 'author', 'subject', 'place', 'person', 'time', 'publisher', 'contributor'] as const
const fieldKeys = ['isbn', 'oclc', 'lccn'] as const
const facets: Readonly<Record<string, KeyKind>> = {
  author_key: 'author',
  author_facet: 'author',
  language: 'language',
  subject_facet: 'subject',
  person_facet: 'person',
  place_facet: 'place',
  time_facet: 'time',
  publisher_facet: 'publisher',
}

export interface SearchDeps {
  readonly kit: ProviderKit<Tables>
  readonly catalogue: Catalogue
}

/** Searches for works. Throws 422 for values that the provider does not accept. */
export async function searchWorks({ kit, catalogue }: SearchDeps, parameters: Values): Promise<WorkSearch> {
  const values = withQuery(parameters)
  const limit = Math.min(maxResults, readNumber('limit', parameters.limit, { min: 0, fallback: 100 }))
  const page = readNumber('page', parameters.page, { min: 1, fallback: 1 })
  const offset = readNumber('offset', parameters.offset, { min: 0, fallback: -1 })
  const start = Math.min(maxOffset, offset >= 0 ? offset : (page - 1) * limit)
  const q = textOf(values.q)
  checkQuery(q)
  const order = readOrder(textOf(parameters.sort), kit.now())
  const condition = conditionOf(q, values)
  const words = [
    ...(q === undefined ? [] : wantedWords(readQuery(q))),
    ...wordsOf(textOf(values.title) ?? ''),
    ...wordsOf(textOf(values.author) ?? ''),
  ]
  const { count, docs } = await catalogue.works({ condition, order, words, start, limit })
  return {
    numFound: count,
    start,
    numFoundExact: true,
    num_found: count,
    documentation_url: 'https://openlibrary.org/dev/docs/api/search',
    q: q ?? '',
    offset: offset >= 0 ? offset : null,
    docs: await withFields(docs, readFields(parameters.fields), kit.db),
  }
}

/** Reads `query`, which holds the words and filters as JSON and replaces all of them. */
function withQuery(parameters: Values): Values {
  const text = textOf(parameters.query)
  if (text === undefined) return parameters
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unprocessable({
      type: 'json_invalid',
      loc: ['query', 'query'],
      msg: 'Invalid JSON: expected an object',
      input: text.slice(0, 200),
      ctx: { error: 'expected an object' },
    })
  return { ...value }
}

function checkQuery(q: string | undefined): void {
  if (q === undefined) return
  const plain = q.trim().toLowerCase()
  if (plain.length < 3) throw invalidValue('q', 'Query too short, must be at least 3 characters', q)
  if (plain === 'the') throw invalidValue('q', 'Invalid query; the only word in it is too common', q)
}

function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return textOf(value[0])
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function textsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((item) => textOf(item) ?? []).slice(0, maxFilterValues)
}

function conditionOf(q: string | undefined, values: Values): Condition {
  const parts: Condition[] = q === undefined ? [] : [compileText(q)]
  for (const name of fieldWords) {
    const [text, field] = [textOf(values[name]), fieldOf(name)]
    if (text !== undefined && field) parts.push(compileField(field, text) ?? { kind: 'false' })
  }
  for (const name of fieldKeys) {
    const text = textOf(values[name])
    if (text !== undefined) parts.push(keyCondition(name, name === 'isbn' ? (normalIsbn(text) ?? text) : text))
  }
  for (const [name, kind] of Object.entries(facets)) {
    const conditions = textsOf(values[name]).map((text) => keyCondition(kind, text))
    // languages are alternatives; of the other facets every one must match
    if (conditions.length > 0) parts.push(kind === 'language' ? anyOf(conditions) : allOf(conditions))
  }
  const years = textsOf(values.first_publish_year).map((text) => readNumber('first_publish_year', text, yearBounds))
  if (years.length > 0)
    parts.push(anyOf(years.map((year) => ({ kind: 'number', column: 'first_year', low: year, high: year }))))
  parts.push(...accessFilters(values))
  return allOf(parts)
}

const yearBounds = { min: -maxOffset, fallback: 0 }

/**
 * Returns the access filters: `has_fulltext` is true from borrowable upwards, and false up to borrowable (SOURCES 1.4).
 */
function accessFilters(values: Values): Condition[] {
  const level = (name: (typeof accessLevels)[number]) => accessLevels.indexOf(name)
  const [borrowable, open] = [level('borrowable'), level('public')]
  const spans: Record<string, { yes: [number, number]; no: [number, number] }> = {
    has_fulltext: { yes: [borrowable, open], no: [0, borrowable] },
    public_scan: { yes: [open, open], no: [0, open - 1] },
    public_scan_b: { yes: [open, open], no: [0, open - 1] },
    print_disabled: { yes: [level('printdisabled'), open], no: [0, level('unclassified')] },
  }
  return Object.entries(spans).flatMap(([name, span]) =>
    textsOf(values[name]).map((text): Condition => {
      const [low, high] = readBoolean(name, text) ? span.yes : span.no
      return { kind: 'number', column: 'access', low, high }
    }),
  )
}

/** The requested fields. */
interface Fields {
  readonly all: boolean
  readonly names: ReadonlySet<string>
}

function readFields(value: unknown): Fields {
  const text = textOf(value)
  if (text === undefined) return { all: false, names: defaultFields }
  const names = text.split(',').map((name) => name.trim())
  return { all: names.includes('*'), names: new Set(names) }
}

async function withFields(
  docs: readonly WorkDoc[],
  { all, names }: Fields,
  db: Db,
): Promise<Record<string, unknown>[]> {
  const ids = docs.map((doc) => workIdOf(doc.key))
  const editions = names.has('editions') ? await editionsOf(db, ids) : undefined
  const descriptions = names.has('description') ? await descriptionsOf(db, ids) : undefined
  return docs.map((doc, at) => {
    const id = present(ids[at])
    const picked = Object.fromEntries(Object.entries(doc).filter(([name]) => all || names.has(name)))
    return {
      ...picked,
      ...(names.has('availability') ? { availability: availabilityOf(doc) } : {}),
      ...(editions ? { editions: editions.get(id) ?? noEditions } : {}),
      ...(descriptions?.has(id) ? { description: descriptions.get(id) } : {}),
      ...(names.has('providers') ? { providers: [] } : {}),
    }
  })
}

const noEditions = { numFound: 0, start: 0, numFoundExact: true, docs: [] }

/** Returns the loan state of the archive copy; without one there is nothing to lend. */
export function availabilityOf(doc: WorkDoc): Record<string, unknown> {
  const [identifier] = doc.ia ?? []
  const isOpen = doc.ebook_access === 'public'
  const isLent = doc.ebook_access === 'borrowable'
  return {
    status: isOpen ? 'open' : isLent ? 'borrow_available' : 'error',
    ...(isOpen || isLent ? {} : { error_message: 'not found' }),
    available_to_browse: isLent,
    available_to_borrow: isLent,
    available_to_waitlist: false,
    is_printdisabled: identifier !== undefined,
    is_readable: isOpen,
    is_lendable: isLent,
    is_previewable: isOpen || isLent,
    identifier: identifier ?? null,
    isbn: null,
    oclc: null,
    openlibrary_work: doc.key.slice('/works/'.length),
    openlibrary_edition: doc.cover_edition_key ?? null,
    last_loan_date: null,
    num_waitlist: null,
    last_waitlist_date: null,
    is_restricted: !isOpen,
    is_browseable: isLent,
    __src__: 'core.models.lending.get_availability',
  }
}

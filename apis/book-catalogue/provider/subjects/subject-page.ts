// /subjects/{subject}.json: the works of a subject, place, person or time, and with `details` their common properties
// (SOURCES 3.1).

import { yieldToEventLoop } from '#provider'
import type { WorkDoc } from '../documents/work-doc.ts'
import { invalidValue } from '../errors.ts'
import { readBoolean, readNumber } from '../parameters.ts'
import { allOf, type Condition, keyCondition } from '../query/query-compile.ts'
import { accessLevels } from '../query/query-fields.ts'
import { subjectKey } from '../words.ts'
import { availabilityOf, type SearchDeps, type Values } from '../works/search-works.ts'
import { readOrder } from '../works/sort-orders.ts'
import { languageNames } from './language-names.ts'

interface SubjectWork {
  key: string
  title: string
  edition_count: number
  cover_id: number | null
  cover_edition_key: string | null
  subject: string[]
  ia_collection: string[]
  printdisabled: boolean
  lending_edition: string
  lending_identifier: string
  authors: { key: string; name: string }[]
  first_publish_year: number | null
  ia: string | null
  public_scan: boolean
  has_fulltext: boolean
  availability?: Record<string, unknown>
}
interface Counted {
  key?: string
  name: string
  count: number
}
interface Details {
  authors: Counted[]
  subjects: Counted[]
  places: Counted[]
  people: Counted[]
  times: Counted[]
  publishers: Counted[]
  languages: Counted[]
  publishing_history: number[][]
}
interface SubjectPage extends Partial<Details> {
  key: string
  name: string
  subject_type: string
  solr_query: string
  work_count: number
  works: SubjectWork[]
  ebook_count?: number
}

const kinds = ['subject', 'place', 'person', 'time'] as const
type Kind = (typeof kinds)[number]
/** The limit of works counted; a larger subject's details come from those with the most editions. */
const maxCounted = 20_000
const worksPerStep = 500
const maxListed = 25

/** Returns the page of a subject. Throws 422 for invalid values. */
export async function subjectPage(deps: SearchDeps, parameters: Values): Promise<SubjectPage> {
  const { kit, catalogue } = deps
  const { kind, name } = readSubject(String(parameters.subject))
  const limit = readNumber('limit', parameters.limit, { min: 0, max: 1000, fallback: 12 })
  const offset = readNumber('offset', parameters.offset, { min: 0, max: 1_000_000_000, fallback: 0 })
  const order = readOrder(textOf(parameters.sort) ?? 'editions', kit.now())
  const details = readBoolean('details', parameters.details) ?? false
  const readable = readBoolean('has_fulltext', parameters.has_fulltext ?? parameters.ebooks) ?? false
  const ofSubject = keyCondition(kind, name)
  const condition = allOf([
    ofSubject,
    ...publishedIn(textOf(parameters.published_in)),
    ...(readable ? [isReadable] : []),
  ])
  const { count, docs } = await catalogue.works({ condition, order, words: [], start: offset, limit })
  const page: SubjectPage = {
    key: `/subjects/${kind === 'subject' ? '' : `${kind}:`}${name}`,
    name: name.replaceAll('_', ' '),
    subject_type: kind,
    solr_query: `${kind}_key:"${name}"`,
    work_count: count,
    works: docs.map(subjectWork),
    ...(readable ? { ebook_count: count } : {}),
  }
  return details ? withDetails(page, { ...deps, condition, kind, name }) : page
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/**
 * Reads a subject in any case: the provider redirects callers to the key in lower case, which is returned here
 * directly.
 */
function readSubject(text: string): { kind: Kind; name: string } {
  const lower = text.toLowerCase()
  const [before, ...after] = lower.split(':')
  const kind = kinds.find((one) => one === (before === 'people' ? 'person' : before)) ?? 'subject'
  return {
    kind,
    name: subjectKey(after.length > 0 && kind !== 'subject' ? after.join(':') : lower.replace(/^subject:/, '')),
  }
}

const isReadable: Condition = {
  kind: 'number',
  column: 'access',
  low: accessLevels.indexOf('borrowable'),
  high: accessLevels.indexOf('public'),
}

/** Reads a year, or two joined by a hyphen. */
function publishedIn(text: string | undefined): Condition[] {
  if (text === undefined) return []
  const match = /^\s*(\d{1,4})\s*(?:-\s*(\d{1,4})\s*)?$/.exec(text)
  if (!match) throw invalidValue('published_in', 'published_in must be a year or a range of years', text)
  const low = Number(match[1])
  return [{ kind: 'number', column: 'first_year', low, high: match[2] === undefined ? low : Number(match[2]) }]
}

function subjectWork(doc: WorkDoc): SubjectWork {
  const ia = doc.ia?.[0] ?? null
  return {
    key: doc.key,
    title: doc.title,
    edition_count: doc.edition_count,
    cover_id: doc.cover_i ?? null,
    cover_edition_key: doc.cover_edition_key ?? null,
    subject: [...(doc.subject ?? [])],
    ia_collection: [],
    printdisabled: doc.ebook_access === 'printdisabled',
    lending_edition: '',
    lending_identifier: '',
    authors: authorsOf(doc).map(({ key, name }) => ({ key: `/authors/${key}`, name })),
    first_publish_year: doc.first_publish_year ?? null,
    ia,
    public_scan: doc.public_scan_b,
    has_fulltext: doc.has_fulltext,
    ...(ia === null ? {} : { availability: availabilityOf(doc) }),
  }
}

interface DetailsQuery extends SearchDeps {
  readonly condition: Condition
  readonly kind: Kind
  readonly name: string
}

async function withDetails(page: SubjectPage, query: DetailsQuery): Promise<SubjectPage> {
  const { catalogue, condition, kit } = query
  const key = `details ${JSON.stringify(condition)} ${kit.today().slice(0, 4)}`
  const { spelling, details } = await catalogue.cached(key, () => countDetails(query))
  const readable = await catalogue.works({
    condition: allOf([condition, isReadable]),
    order: undefined,
    words: [],
    start: 0,
    limit: 0,
  })
  return { ...page, name: spelling ?? page.name, ebook_count: readable.count, ...details }
}

/** A count by key, with the first spelling of each. */
class Tally {
  readonly #counts = new Map<string, { key: string; name: string; count: number }>()
  add(key: string, name: string): void {
    const known = this.#counts.get(key)
    if (known) known.count += 1
    else this.#counts.set(key, { key, name, count: 1 })
  }
  spelling(key: string): string | undefined {
    return this.#counts.get(key)?.name
  }
  /** Returns the most frequent entries, without one key. */
  top(without?: string): { key: string; name: string; count: number }[] {
    const all = [...this.#counts.values()].filter(({ key }) => key !== without)
    return all.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, maxListed)
  }
}

async function countDetails(query: DetailsQuery): Promise<{ spelling: string | undefined; details: Details }> {
  const { catalogue, condition, kit, kind, name } = query
  const tallies = { subject: new Tally(), place: new Tally(), person: new Tally(), time: new Tally() }
  const [authors, publishers, languages] = [new Tally(), new Tally(), new Tally()]
  const years = new Map<number, number>()
  const order = readOrder('editions', kit.now())
  for (let start = 0; start < maxCounted; start += worksPerStep) {
    const { docs } = await catalogue.works({ condition, order, words: [], start, limit: worksPerStep })
    for (const doc of docs) {
      for (const one of kinds) for (const text of doc[one] ?? []) tallies[one].add(subjectKey(text), text)
      for (const { key, name } of authorsOf(doc)) authors.add(key, name)
      for (const publisher of doc.publisher ?? []) publishers.add(publisher, publisher)
      for (const language of doc.language ?? []) languages.add(language, languageNames[language] ?? language)
      const year = doc.first_publish_year
      if (year !== undefined) years.set(year, (years.get(year) ?? 0) + 1)
    }
    if (docs.length < worksPerStep) break
    await yieldToEventLoop()
  }
  const list = (one: Kind) =>
    tallies[one].top(one === kind ? name : undefined).map(({ key, name: text, count }) => ({
      key: `/subjects/${one === 'subject' ? '' : `${one}:`}${key}`,
      name: text,
      count,
    }))
  const nextYear = Number(kit.today().slice(0, 4)) + 1
  return {
    spelling: tallies[kind].spelling(name),
    details: {
      authors: authors.top().map(({ key, name: text, count }) => ({ name: text, key: `/authors/${key}`, count })),
      subjects: list('subject'),
      places: list('place'),
      people: list('person'),
      times: list('time'),
      publishers: publishers.top().map(({ name: text, count }) => ({
        name: text,
        count,
        key: `/publishers/${text.replaceAll(' ', '_')}`,
      })),
      languages: languages.top().map(({ name: text, count }) => ({ name: text, count })),
      publishing_history: [...years].filter(([year]) => year > 1000 && year <= nextYear).sort(([a], [b]) => a - b),
    },
  }
}

/** Returns keys and names of the authors of a work; the name is empty if the catalogue lacks it. */
function authorsOf({ author_key: keys = [], author_name: names = [] }: WorkDoc): { key: string; name: string }[] {
  return keys.map((key, at) => ({ key, name: names.at(at) ?? '' }))
}

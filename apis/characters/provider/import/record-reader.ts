// Reads a record from the provider's own responses or from a dump of its database: its kind, its members, and the ids
// at the end of its links.
import { cleanString } from '#provider/import'

import {
  type CharacterRecord,
  type EpisodeRecord,
  genders,
  type LocationRecord,
  type Place,
  statuses,
} from '../records/record.ts'
import { DocumentId } from './dump.ts'

type ReadRecord =
  | { readonly kind: 'character'; readonly record: CharacterRecord }
  | { readonly kind: 'location'; readonly record: LocationRecord }
  | { readonly kind: 'episode'; readonly record: EpisodeRecord }

const maxStringLength = 1000
const maxLinks = 20_000
const highestId = 1_000_000_000

/**
 * Returns the record in a JSON or BSON value, or the problem. Avatars, own addresses and residents are derived from the
 * rest.
 */
export function readRecord(value: unknown): ReadRecord | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is not an object'
  const read = createReader(value)
  const record = readKind(read)
  if (read.problem !== undefined) return read.problem
  return record ?? 'is neither a character nor a location nor an episode'
}

function readKind(read: Reader): ReadRecord | undefined {
  if (read.has('species')) return { kind: 'character', record: characterIn(read) }
  if (read.has('dimension')) return { kind: 'location', record: locationIn(read) }
  return read.has('air_date') ? { kind: 'episode', record: episodeIn(read) } : undefined
}

function characterIn(read: Reader): CharacterRecord {
  return {
    id: read.id(),
    name: read.text('name', true),
    status: read.choice('status', statuses),
    species: read.text('species'),
    type: read.text('type'),
    gender: read.choice('gender', genders),
    origin: read.place('origin'),
    location: read.place('location'),
    episodes: read.links('episode'),
    created: read.moment('created'),
  }
}

function locationIn(read: Reader): LocationRecord {
  return {
    id: read.id(),
    name: read.text('name', true),
    type: read.text('type'),
    dimension: read.text('dimension'),
    created: read.moment('created'),
    ...read.ref(),
  }
}

function episodeIn(read: Reader): EpisodeRecord {
  return {
    id: read.id(),
    name: read.text('name', true),
    air_date: read.text('air_date'),
    episode: read.text('episode', true),
    characters: read.links('characters'),
    created: read.moment('created'),
  }
}

interface Reader {
  /** The first problem. */
  readonly problem: string | undefined
  has(name: string): boolean
  id(): number
  text(name: string, required?: boolean): string
  /** Returns one of the values, ignoring case. */
  choice<V extends string>(name: string, values: readonly [V, ...V[]]): V
  place(name: string): Place
  /** Returns the `_id` of a document from a dump. */
  ref(): { ref?: string }
  /** Returns the ids at the end of a list of addresses. */
  links(name: string): number[]
  moment(name: string): string
}

/** Reads members one after another and remembers the first problem. */
function createReader(record: object): Reader {
  let problem: string | undefined
  const wrong = (text: string) => {
    problem ??= text
  }
  const members = new Map<string, unknown>(Object.entries(record))
  const has = (name: string) => members.has(name)
  const member = (name: string): unknown => members.get(name)
  return {
    get problem() {
      return problem
    },
    has,
    id() {
      const id = member('id')
      if (typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= highestId) return id
      wrong('id must be a positive integer')
      return 0
    },
    text(name, required = false) {
      const text = cleanString(member(name) ?? '', maxStringLength)
      if (text === undefined || (required && text === ''))
        wrong(`${name} must be text of ${required ? '1' : '0'} to ${maxStringLength} characters`)
      return text ?? ''
    },
    choice(name, values) {
      const text = cleanString(member(name) ?? '', maxStringLength)?.toLowerCase()
      const known = values.find((value) => value.toLowerCase() === text)
      if (known === undefined) wrong(`${name} must be one of ${values.join(', ')}`)
      return known ?? values[0]
    },
    place(name) {
      const place: unknown = member(name) ?? {}
      if (place instanceof DocumentId) return { name: 'unknown', id: undefined, ref: place.hex }
      const own = new Map<string, unknown>(Object.entries(Object(place)))
      const text = cleanString(own.get('name') ?? '', maxStringLength)
      const url = own.get('url') ?? ''
      const id = idIn(url)
      if (typeof place !== 'object' || text === undefined || (id === undefined && url !== ''))
        wrong(`${name} must have a name and an address`)
      return { name: text || 'unknown', id }
    },
    ref() {
      const id = member('_id')
      return id instanceof DocumentId ? { ref: id.hex } : {}
    },
    links(name) {
      const links: unknown = member(name) ?? []
      const ids = Array.isArray(links) && links.length <= maxLinks ? links.map(idIn) : [undefined]
      const known = ids.filter((id) => id !== undefined)
      if (known.length < ids.length) wrong(`${name} must be a list of at most ${maxLinks} addresses that end in an id`)
      return [...new Set(known)]
    },
    moment(name) {
      const text = member(name)
      const at = typeof text === 'string' && /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN
      if (Number.isNaN(at)) wrong(`${name} must be a moment such as 2024-05-02T09:30:00.000Z`)
      return Number.isNaN(at) ? '' : new Date(at).toISOString()
    },
  }
}

/** Returns the id at the end of an address, on any host. */
function idIn(address: unknown): number | undefined {
  const [, digits] = (typeof address === 'string' && /\/(\d{1,9})\/?$/.exec(address)) || []
  return digits === undefined || Number(digits) === 0 ? undefined : Number(digits)
}

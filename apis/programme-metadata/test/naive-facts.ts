// What is true of random records: the plain meaning of words, titles, kinship and availability, for the naive feeds.
import type { Availability, Identifier, Programme } from '../provider/records.ts'
import type { RandomRecords } from './random-records.ts'

export type Row = Readonly<Record<string, unknown>> & { readonly pid?: string }
/** Returns the values of a parameter. */
export type Get = (name: string) => readonly string[]
export type Filter = (row: Row, value: string, get: Get) => boolean
export type Filters = Record<string, Filter>
export type Facts = ReturnType<typeof factsOf>

export function factsOf({ programmes, versions }: RandomRecords, now: number) {
  const programme = (pid: unknown) => programmes.find((each) => each.pid === pid)
  const parents = (pid: unknown): string[] => {
    const parent = programme(pid)?.parent
    return parent === undefined ? [] : [parent, ...parents(parent)]
  }
  const below = (pid: unknown, ancestor: string) => parents(pid).includes(ancestor)
  const ofProgramme = (pid: unknown) => versions.filter((version) => version.of === pid)
  const status = ({ start = 0, end = Infinity, isRevoked }: Availability) =>
    isRevoked || end <= now ? 'revoked' : now < start ? 'pending' : 'available'
  const running = ({ start = 0, end = Infinity }: { start?: number | undefined; end?: number | undefined }) =>
    start <= now && now < end
  const isPlayable = (availability: Availability, get: Get) => {
    const types = get('availability_type')
    const payments = get('payment_type')
    const wanted = get('availability')
    const state = status(availability)
    const within = wanted
      .filter((value) => /^P\d+D$/.test(value))
      .some((value) => state === 'pending' && (availability.start ?? 0) <= now + Number(value.slice(1, -1)) * 86_400)
    return (
      (wanted.length === 0 ||
        ((wanted.includes(state) || within) &&
          (types.length === 0 ? ['ondemand'] : types).includes(availability.type) &&
          (payments.length === 0 ? ['free'] : payments).includes(availability.payment ?? 'free'))) &&
      (get('media_set').length === 0 || availability.mediaSets.some(({ name }) => get('media_set').includes(name)))
    )
  }
  const isAvailable = (row: Programme, get: Get, fits: (availability: Availability) => boolean): boolean => {
    const kinds = get('availability_entity_type')
    return programmes.some((each) => {
      if (each !== row && !below(each.pid, row.pid)) return false
      if (kinds.length > 0 ? !kinds.includes(each.kind) : row.kind === 'episode' && each !== row) return false
      return ofProgramme(each.pid).some((version) => version.availabilities.some(fits))
    })
  }
  const original = (row: Programme) =>
    ofProgramme(row.pid).find(({ types }) => types.includes('Original')) ?? ofProgramme(row.pid)[0]
  return { programme, below, ofProgramme, status, running, isPlayable, isAvailable, original }
}

const genreLevels: Readonly<Record<string, readonly string[]>> = {
  C00017: ['100003'],
  C00035: ['100003', '200032'],
  C00045: ['100005'],
  C00060: ['100005', '200055'],
}

const fold = (text: unknown) =>
  String(text ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
export const filing = (title: unknown) => fold(title).replace(/^(the|an|a|yr|y) +(?=.)/, '')
export const identified = (row: Row, { id, authority, type }: Record<'id' | 'authority' | 'type', readonly string[]>) =>
  [...((row.ids ?? []) as Identifier[]), ...((row.identifiers ?? []) as Identifier[])].some(
    (each) =>
      (id.length === 0 || id.includes(each.value)) &&
      (authority.length === 0 || authority.includes(each.authority ?? '')) &&
      (type.length === 0 || type.includes(each.type ?? '')),
  )
const searchedText = (row: Row, field: string) =>
  field === 'title'
    ? [row.title, row.name, row.presentation, row.given, row.family].map(fold).join(' ')
    : fold(Object.values((row.synopses ?? {}) as object).join(' '))
/** `word`, `title:word`, `NOT word`, `one OR other`, `one two`. */
export const found = (row: Row, q: string): boolean => {
  if (q.includes(' OR ')) return q.split(' OR ').some((part) => found(row, part))
  return q
    .replaceAll('NOT ', '-')
    .split(' ')
    .every((term) => {
      const [, not, field, word = ''] = /^(-?)(?:(title|synopsis):)?(.*)$/.exec(term) ?? []
      const fields = field === undefined ? ['title', 'synopsis'] : [field]
      const has = fields.some((each) =>
        searchedText(row, each)
          .split(/[^a-z0-9]+/)
          .includes(fold(word)),
      )
      return not === '-' ? !has : has
    })
}
export const partnerOf = (row: Row, get: Get) => {
  const sent = get('partner_pid').length > 0 ? get('partner_pid') : get('partner_id')
  return sent.includes('*') || (sent.length > 0 ? sent : ['s0000001']).includes(String(row.partner))
}
export const letter = (row: Row) => filing(row.title).charAt(0)
export const ofGenre = (row: Programme | undefined, genre: string) =>
  row?.genres?.some((id) => id === genre || genreLevels[id]?.includes(genre)) ?? false

// The filters of programmes: each narrows a mask over all programmes.
import { statusAt } from '../availability.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { type Column, intersect, type Mask, maskOf, narrow, type Postings } from '../catalogue/columns.ts'
import { parseKeywords } from '../query/keywords.ts'
import type { FeedQuery } from '../query/read-query.ts'
import type { Promotion } from '../records.ts'
import { parseTime } from '../times.ts'
import { availabilityFilter, availableProgrammes } from './availability-rules.ts'
import { embargoFilter, partnerFilter } from './shared-conditions.ts'

const minute = 60
const durations: Readonly<Record<string, (seconds: number) => boolean>> = {
  short: (seconds) => seconds < 5 * minute,
  medium: (seconds) => seconds >= 5 * minute && seconds <= 30 * minute,
  long: (seconds) => seconds > 30 * minute,
}
const mediaTypes: Readonly<Record<string, string>> = { Audio: 'audio' }

/** Returns the programmes that meet all filters of a call. */
export async function programmeMask(catalogue: Catalogue, query: FeedQuery, now: number): Promise<Mask> {
  const { columns, programmes } = catalogue
  const mask = new Uint8Array(programmes.rows.length).fill(1)
  const oneOf = (name: string, column: () => Column<string | undefined>, nameOf = (value: string) => value) => {
    const wanted = new Set(query.values(name))
    if (wanted.size > 0) narrow(mask, column(), (value) => value !== undefined && wanted.has(nameOf(value)))
  }
  const pids = query.values('pid')
  if (pids.length > 0) intersect(mask, maskOf(mask.length, pids.map(programmes.indexOf)))
  oneOf('entity_type', columns.kind)
  oneOf('children_of', columns.parent)
  oneOf('master_brand', columns.masterBrand)
  oneOf('media_type', columns.mediaType, (value) => mediaTypes[value] ?? 'audio_video')
  const isOfPartner = partnerFilter(query)
  narrow(mask, columns.partner(), (partner) => isOfPartner({ partner }))
  const isShown = embargoFilter(query)
  narrow(mask, columns.isEmbargoed(), (isEmbargoed) => isShown({ isEmbargoed }))
  narrowByLetter(mask, catalogue, query)
  narrowByRelations(mask, catalogue, query, now)
  narrowByVersions(mask, catalogue, query)
  narrowByAvailability(mask, catalogue, query, now)
  if (query.values('q').length > 0)
    intersect(mask, (await programmes.words()).match(parseKeywords(query.value('q') ?? '')))
  return mask
}

/** Returns these programmes and their descendants. */
export function descendants({ programmes, tree }: Catalogue, pids: readonly string[]): Mask {
  const mask = new Uint8Array(programmes.rows.length)
  for (const pid of pids) for (const index of tree.subtreeOf(programmes.indexOf(pid)).slice(1)) mask[index] = 1
  return mask
}

const allOf = (postings: Postings, values: Iterable<string>): number[] =>
  [...values].flatMap((value) => postings.get(value) ?? [])

/** Returns the programmes of one of the genres, by group or by the id of one level. */
export function genreMask({ programmes, genreGroups, columns }: Catalogue, genres: readonly string[]): Mask {
  const groups = new Set(
    genreGroups.rows.filter((group) => group.genres.some(({ id }) => genres.includes(id))).map(({ id }) => id),
  )
  for (const id of genres) groups.add(id)
  return maskOf(programmes.rows.length, allOf(columns.genres(), groups))
}

export const formatMask = ({ programmes, columns }: Catalogue, formats: readonly string[]): Mask =>
  maskOf(programmes.rows.length, allOf(columns.formats(), formats))

export const contributorMask = ({ programmes, columns }: Catalogue, people: readonly string[]): Mask =>
  maskOf(programmes.rows.length, allOf(columns.contributors(), people))

function memberMask({ programmes, groups }: Catalogue, group: string): Mask {
  return maskOf(programmes.rows.length, (groups.get(group)?.members ?? []).map(programmes.indexOf))
}

/** Returns the programmes in whose versions these items occur. */
export function itemProgrammes({ programmes, playsOf, programmeOf }: Catalogue, items: readonly string[]): Mask {
  return maskOf(
    programmes.rows.length,
    items.flatMap(playsOf).map(({ version }) => programmeOf(version)),
  )
}

function narrowByLetter(mask: Mask, { columns }: Catalogue, query: FeedQuery): void {
  const isDigit = (letter: string) => /^\d$/.test(letter)
  const [letter, from, to] = ['', '_start', '_end'].map((suffix) =>
    query.value(`initial_letter${suffix}`)?.toLowerCase(),
  )
  const strict = query.values('initial_letter_strict').map((value) => value.toLowerCase())
  const bounds = { from: from === '0-9' ? '0' : from, to: to === '0-9' ? '9' : to }
  if (letter !== undefined) narrow(mask, columns.letter(), (own) => (letter === '0-9' ? isDigit(own) : own === letter))
  if (from !== undefined || to !== undefined)
    narrow(mask, columns.letter(), (own) => own !== '' && (bounds.from ?? '') <= own && own <= (bounds.to ?? '\uffff'))
  if (strict.length > 0)
    narrow(mask, columns.strictLetter(), (own) => strict.includes(own) || (isDigit(own) && strict.includes('0-9')))
}

function narrowByRelations(mask: Mask, catalogue: Catalogue, query: FeedQuery, now: number): void {
  const { programmes, tree } = catalogue
  const keep = (name: string, maskFor: (values: readonly string[]) => Mask) => {
    const values = query.values(name)
    if (values.length > 0) intersect(mask, maskFor(values))
  }
  keep('descendants_of', (pids) => descendants(catalogue, pids))
  keep('genre', (genres) => genreMask(catalogue, genres))
  keep('format', (formats) => formatMask(catalogue, formats))
  keep('people', (people) => contributorMask(catalogue, people.slice(0, 1)))
  keep('group', ([group = '']) => memberMask(catalogue, group))
  keep('item', (items) => itemProgrammes(catalogue, items))
  keep('promoted_for', ([service = '']) => promotedMask(catalogue, service, now))
  const levels = query.values('tleo')
  if (levels.length > 0)
    for (let index = 0; index < mask.length; index++)
      if (!levels.includes(String(tree.parentOf(index) < 0))) mask[index] = 0
  const [scheme, name] = [query.value('tag_scheme'), query.value('tag_name')]
  if (scheme !== undefined || name !== undefined)
    for (const [index, { tags }] of programmes.rows.entries())
      if (!tags?.some((tag) => (scheme ?? tag.scheme) === tag.scheme && (name ?? tag.name) === tag.name))
        mask[index] = 0
}

/** True if a promotion runs at a moment. */
export function isCurrent({ start, end }: Promotion, now: number): boolean {
  return (start === undefined || start <= now) && (end === undefined || now < end)
}

function promotedMask({ programmes, promotions }: Catalogue, service: string, now: number): Mask {
  const current = promotions.rows.filter((promotion) => promotion.promotedFor === service && isCurrent(promotion, now))
  return maskOf(
    programmes.rows.length,
    current.map(({ of }) => programmes.indexOf(of?.pid ?? '')),
  )
}

function narrowByVersions(mask: Mask, catalogue: Catalogue, query: FeedQuery): void {
  const { columns, programmes, versions, programmeOf } = catalogue
  const withType = (type: string) =>
    maskOf(
      programmes.rows.length,
      versions.rows.flatMap(({ types }, version) => (types.includes(type) ? programmeOf(version) : [])),
    )
  const described = query.values('audio_described')
  if (described.length > 0)
    keepFlagged(mask, withType('DubbedAudioDescribed'), (has) => described.includes(String(has)))
  const signed = query.values('signed')
  if (signed.length > 0 && !signed.includes('inclusive'))
    keepFlagged(mask, withType('Signed'), (has) => signed.includes(has ? 'exclusive' : 'exclude'))
  const lengths = query.values('duration')
  if (lengths.length > 0)
    narrow(
      mask,
      columns.duration(),
      (seconds) => seconds !== undefined && lengths.some((name) => durations[name]?.(seconds)),
    )
  const pids = query.values('version')
  if (pids.length > 0)
    intersect(
      mask,
      maskOf(
        mask.length,
        pids.map((pid) => programmeOf(versions.indexOf(pid))),
      ),
    )
}

function keepFlagged(mask: Mask, flagged: Mask, isWanted: (isFlagged: boolean) => boolean): void {
  for (const isFlagged of [true, false])
    if (!isWanted(isFlagged))
      for (let index = 0; index < mask.length; index++) if ((flagged[index] === 1) === isFlagged) mask[index] = 0
}

function narrowByAvailability(mask: Mask, catalogue: Catalogue, query: FeedQuery, now: number): void {
  const kinds = query.values('availability_entity_type')
  const from = query.value('availability_from')
  const fromTime = from === undefined ? undefined : parseTime(from)
  const filter = availabilityFilter(query, now)
  const hasTraits = () => true
  if (filter) intersect(mask, availableProgrammes(catalogue, filter, kinds))
  // without `availability`, the filter means current availability
  else if (kinds.length > 0)
    intersect(
      mask,
      availableProgrammes(
        catalogue,
        { hasTraits, hasStatus: (timing) => statusAt(timing, now) === 'available' },
        kinds,
      ),
    )
  if (fromTime !== undefined)
    intersect(
      mask,
      availableProgrammes(
        catalogue,
        { hasTraits, hasStatus: ({ end, isRevoked }) => !isRevoked && end > fromTime },
        kinds,
      ),
    )
}

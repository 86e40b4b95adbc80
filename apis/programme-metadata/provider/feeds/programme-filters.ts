// The filters of programmes: each becomes a condition on the index of a programme.
import type { Catalogue } from '../catalogue/catalogue.ts'
import { filingTitle } from '../catalogue/titles.ts'
import { parseKeywords } from '../query/keywords.ts'
import type { FeedQuery } from '../query/read-query.ts'
import type { Programme, Promotion, Version } from '../records.ts'
import { parseTime } from '../times.ts'
import { availabilityFilter, availableProgrammes } from './availability-rules.ts'
import { embargoFilter, partnerFilter } from './shared-conditions.ts'

export type Condition = (programme: number) => boolean

const minute = 60
const durations: Readonly<Record<string, (seconds: number) => boolean>> = {
  short: (seconds) => seconds < 5 * minute,
  medium: (seconds) => seconds >= 5 * minute && seconds <= 30 * minute,
  long: (seconds) => seconds > 30 * minute,
}

/** All conditions of a call; a programme has to meet each. */
export async function programmeConditions(catalogue: Catalogue, query: FeedQuery, now: number): Promise<Condition[]> {
  const { rows } = catalogue.programmes
  const given = (name: string) => query.values(name).length > 0
  const row = (index: number): Programme | undefined => rows[index]
  const oneOf = (name: string, fieldOf: (programme: Programme) => string | undefined): Condition[] => {
    if (!given(name)) return []
    const wanted = new Set<string | undefined>(query.values(name))
    return [
      (index) => {
        const programme = row(index)
        return programme !== undefined && wanted.has(fieldOf(programme))
      },
    ]
  }
  const partner = partnerFilter(query)
  const embargo = embargoFilter(query)
  return [
    ...oneOf('pid', ({ pid }) => pid),
    ...oneOf('entity_type', ({ kind }) => kind),
    ...oneOf('children_of', ({ parent }) => parent),
    ...oneOf('master_brand', ({ masterBrand }) => masterBrand),
    ...oneOf('media_type', ({ mediaType }) =>
      mediaType === undefined ? undefined : mediaType === 'Audio' ? 'audio' : 'audio_video',
    ),
    (index) => {
      const programme = row(index)
      return programme !== undefined && partner(programme) && embargo(programme)
    },
    ...letterConditions(catalogue, query),
    ...relationConditions(catalogue, query, now),
    ...versionConditions(catalogue, query),
    ...availabilityConditions(catalogue, query, now),
    ...(given('q') ? [masked((await catalogue.programmes.words()).match(parseKeywords(query.value('q') ?? '')))] : []),
  ]
}

export const masked =
  (mask: Uint8Array): Condition =>
  (index) =>
    mask[index] === 1

/** The programmes at or below these. */
export function descendants({ programmes, tree }: Catalogue, pids: readonly string[]): Uint8Array {
  const mask = new Uint8Array(programmes.rows.length)
  for (const pid of pids) for (const index of tree.subtreeOf(programmes.indexOf(pid)).slice(1)) mask[index] = 1
  return mask
}

/** Whether a programme is of one of the genres, by group or by the id of one level. */
export function genreCondition({ programmes, genreGroups }: Catalogue, genres: readonly string[]): Condition {
  const groups = new Set(
    genreGroups.rows.filter((group) => group.genres.some(({ id }) => genres.includes(id))).map(({ id }) => id),
  )
  for (const id of genres) groups.add(id)
  return (index) => programmes.rows[index]?.genres?.some((id) => groups.has(id)) ?? false
}

export function formatCondition({ programmes }: Catalogue, formats: readonly string[]): Condition {
  return (index) => programmes.rows[index]?.formats?.some((id) => formats.includes(id)) ?? false
}

export function contributorCondition({ programmes }: Catalogue, person: string): Condition {
  return (index) => programmes.rows[index]?.contributions?.some((each) => each.person === person) ?? false
}

export function memberCondition({ programmes, groups }: Catalogue, group: string): Condition {
  const members = new Set(groups.get(group)?.members)
  return (index) => members.has(programmes.rows[index]?.pid ?? '')
}

/** The programmes in whose versions these items occur. */
export function itemProgrammes({ programmes, playsOf, programmeOf }: Catalogue, items: readonly string[]): Uint8Array {
  const mask = new Uint8Array(programmes.rows.length)
  for (const { version } of items.flatMap(playsOf)) mask[programmeOf(version)] = 1
  return mask
}

function letterConditions({ programmes }: Catalogue, query: FeedQuery): Condition[] {
  const letterOf = (index: number) => filingTitle(programmes.rows[index]?.title ?? '').charAt(0)
  const isDigit = (letter: string) => /^\d$/.test(letter)
  const [letter, from, to] = ['', '_start', '_end'].map((suffix) =>
    query.value(`initial_letter${suffix}`)?.toLowerCase(),
  )
  const strict = query.values('initial_letter_strict').map((value) => value.toLowerCase())
  const bounds = { from: from === '0-9' ? '0' : from, to: to === '0-9' ? '9' : to }
  return [
    ...(letter === undefined
      ? []
      : [(index: number) => (letter === '0-9' ? isDigit(letterOf(index)) : letterOf(index) === letter)]),
    ...(from === undefined && to === undefined
      ? []
      : [
          (index: number) => {
            const own = letterOf(index)
            return own !== '' && (bounds.from ?? '') <= own && own <= (bounds.to ?? '\uffff')
          },
        ]),
    ...(strict.length === 0
      ? []
      : [
          (index: number) => {
            const own = [...(programmes.rows[index]?.title ?? '')][0]?.toLowerCase() ?? ''
            return strict.includes(own) || (isDigit(own) && strict.includes('0-9'))
          },
        ]),
  ]
}

function relationConditions(catalogue: Catalogue, query: FeedQuery, now: number): Condition[] {
  const { programmes, tree } = catalogue
  const given = (name: string) => query.values(name).length > 0
  const [scheme, name] = [query.value('tag_scheme'), query.value('tag_name')]
  return [
    ...(given('descendants_of') ? [masked(descendants(catalogue, query.values('descendants_of')))] : []),
    ...(given('genre') ? [genreCondition(catalogue, query.values('genre'))] : []),
    ...(given('format') ? [formatCondition(catalogue, query.values('format'))] : []),
    ...(given('people') ? [contributorCondition(catalogue, query.value('people') ?? '')] : []),
    ...(given('group') ? [memberCondition(catalogue, query.value('group') ?? '')] : []),
    ...(given('item') ? [masked(itemProgrammes(catalogue, query.values('item')))] : []),
    ...(given('tleo') ? [topLevelCondition(tree, query.values('tleo'))] : []),
    ...(given('promoted_for') ? [promotedCondition(catalogue, query.value('promoted_for') ?? '', now)] : []),
    ...(scheme === undefined && name === undefined
      ? []
      : [
          (index: number) =>
            programmes.rows[index]?.tags?.some(
              (tag) => (scheme === undefined || tag.scheme === scheme) && (name === undefined || tag.name === name),
            ) ?? false,
        ]),
  ]
}

function topLevelCondition({ parentOf }: Catalogue['tree'], wanted: readonly string[]): Condition {
  const [withParent, withoutParent] = [wanted.includes('false'), wanted.includes('true')]
  return (index) => (parentOf(index) < 0 ? withoutParent : withParent)
}

/** Whether a promotion runs at a moment. */
export function isCurrent({ start, end }: Promotion, now: number): boolean {
  return (start === undefined || start <= now) && (end === undefined || now < end)
}

function promotedCondition({ programmes, promotions }: Catalogue, service: string, now: number): Condition {
  const pids = new Set(
    promotions.rows
      .filter((promotion) => promotion.promotedFor === service && isCurrent(promotion, now))
      .map((promotion) => promotion.of?.pid),
  )
  return (index) => pids.has(programmes.rows[index]?.pid)
}

function versionConditions(catalogue: Catalogue, query: FeedQuery): Condition[] {
  const { versions, versionsOf } = catalogue
  const given = (name: string) => query.values(name).length > 0
  const hasType = (index: number, type: string) =>
    versionsOf(index).some((version) => versions.rows[version]?.types.includes(type))
  const wanted = query.values('duration')
  const signed = query.values('signed')
  return [
    ...(given('audio_described')
      ? [(index: number) => query.values('audio_described').includes(String(hasType(index, 'DubbedAudioDescribed')))]
      : []),
    ...(signed.length === 0 || signed.includes('inclusive')
      ? []
      : [(index: number) => signed.includes(hasType(index, 'Signed') ? 'exclusive' : 'exclude')]),
    ...(wanted.length === 0
      ? []
      : [
          (index: number) => {
            const seconds = originalVersion(catalogue, index)?.duration
            return seconds !== undefined && wanted.some((name) => durations[name]?.(seconds))
          },
        ]),
    ...(given('version')
      ? [
          (index: number) =>
            versionsOf(index).some((version) => query.values('version').includes(versions.rows[version]?.pid ?? '')),
        ]
      : []),
  ]
}

/** The version that a duration is taken from: the original one, else the first. */
export function originalVersion({ versions, versionsOf }: Catalogue, programme: number): Version | undefined {
  const own = versionsOf(programme).flatMap((version) => versions.rows[version] ?? [])
  return own.find(({ types }) => types.includes('Original')) ?? own[0]
}

function availabilityConditions(catalogue: Catalogue, query: FeedQuery, now: number): Condition[] {
  const kinds = query.values('availability_entity_type')
  const from = query.value('availability_from')
  const fromTime = from === undefined ? undefined : parseTime(from)
  const matches = availabilityFilter(query, now)
  return [
    ...(matches ? [masked(availableProgrammes(catalogue, matches, kinds))] : []),
    // without `availability` it speaks of what is available now
    ...(!matches && kinds.length > 0
      ? [
          masked(
            availableProgrammes(
              catalogue,
              ({ start, end, isRevoked }) => !isRevoked && (start ?? now) <= now && now < (end ?? now + 1),
              kinds,
            ),
          ),
        ]
      : []),
    ...(fromTime === undefined
      ? []
      : [
          masked(
            availableProgrammes(
              catalogue,
              ({ end, isRevoked }) => !isRevoked && (end ?? fromTime + 1) > fromTime,
              kinds,
            ),
          ),
        ]),
  ]
}

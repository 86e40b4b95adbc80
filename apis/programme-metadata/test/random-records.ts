// Records of every kind with every member that a filter looks at, from a seeded source, written straight to the tables.
import type { Kysely } from 'kysely'
import { insertMany } from '#provider/sql'
import { createSeededRandom } from '#provider/test'
import { flags } from '../provider/catalogue/broadcasts.ts'
import {
  type Availability,
  availabilityTypes,
  type Broadcast,
  type Group,
  groupKinds,
  type Image,
  type Item,
  itemKinds,
  type MasterBrand,
  type Person,
  type Programme,
  type Promotion,
  type Service,
  type Version,
} from '../provider/records.ts'
import type { Tables } from '../tables.ts'

export interface RandomRecords {
  readonly programmes: readonly Programme[]
  readonly versions: readonly Version[]
  readonly groups: readonly Group[]
  readonly images: readonly Image[]
  readonly items: readonly Item[]
  readonly people: readonly Person[]
  readonly masterBrands: readonly MasterBrand[]
  readonly services: readonly Service[]
  readonly promotions: readonly Promotion[]
  readonly broadcasts: readonly Broadcast[]
}

export const words = ['harbour', 'clock', 'Tide', 'the', 'low', 'Émile', 'salt', 'road', '9', 'lantern']
export const partners = ['s0000001', 's0000001', 's0000001', 's0000024']
export const genreIds = ['C00017', 'C00035', 'C00045', 'C00060']
export const mediaSetNames = ['pc', 'iptv-all', 'captions']
const dayS = 86_400

const mids = ['one', 'two', 'three']
const sids = ['one_a', 'one_b', 'two_a', 'three_a', 'web']
const programmePids = pids('b', 160)
const versionPids = pids('m', 200)
const groupPids = pids('g', 20)
const imagePids = pids('i', 60)
const itemPids = pids('t', 60)
const personPids = pids('p', 40)

/** `now`: seconds since the epoch, around which times fall. */
export function randomRecords(seed: number, now: number): RandomRecords {
  const draw = createDraw(seed, now)
  const programmes = programmePids.map((pid, number) => randomProgramme(draw, pid, number))
  const versions = versionPids.map((pid, number) => randomVersion(draw, pid, number))
  return {
    programmes,
    versions,
    groups: groupPids.map((pid) => randomGroup(draw, pid)),
    images: imagePids.map((pid) => randomImage(draw, pid)),
    items: itemPids.map((pid) => randomItem(draw, pid)),
    people: personPids.map((pid) => randomPerson(draw, pid)),
    masterBrands: mids.map((mid) => ({ mid, ...draw.entity(), name: draw.phrase(2), title: draw.phrase(2) })),
    services: sids.map((sid) => randomService(draw, sid)),
    promotions: pids('q', 40).map((pid) => randomPromotion(draw, pid)),
    broadcasts: pids('x', 900).map((pid) => randomBroadcast(draw, pid, draw.pick(versions))),
  }
}

type Draw = ReturnType<typeof createDraw>

/** Creates the source of the values that several kinds of records have. */
function createDraw(seed: number, now: number) {
  const random = createSeededRandom(seed)
  const chance = (percent: number) => random.int(1, 100) <= percent
  const pick = <T>(values: readonly T[]): T => values[random.int(0, values.length - 1)] as T // never empty here
  const some = <T>(values: readonly T[], most: number): T[] => [
    ...new Set(Array.from({ length: random.int(0, most) }, () => pick(values))),
  ]
  const phrase = (most: number) => Array.from({ length: random.int(1, most) }, () => pick(words)).join(' ')
  const entity = () => ({ partner: pick(partners), updated: now - random.int(0, 1000) })
  const maybeIds = () =>
    chance(30)
      ? [{ type: pick(['bid', 'isrc']), authority: pick(['pips', 'other']), value: `id-${random.int(1, 9)}` }]
      : undefined
  const span = () => {
    const start = now + random.int(-40, 40) * (dayS / 2)
    return { start, end: start + random.int(1, 20) * dayS }
  }
  const contributions = () => some(personPids, 3).map((person) => ({ person }))
  return { now, int: random.int, chance, pick, some, phrase, entity, maybeIds, span, contributions }
}

function randomProgramme(
  { int, chance, pick, some, phrase, entity, contributions }: Draw,
  pid: string,
  number: number,
): Programme {
  const kind = number < 20 ? 'brand' : number < 50 ? 'series' : number < 120 ? 'episode' : 'clip'
  // parents come earlier, so that there is no cycle
  const above =
    kind === 'brand' ? [] : kind === 'clip' ? programmePids.slice(0, 120) : programmePids.slice(0, Math.min(number, 50))
  return {
    kind,
    pid,
    ...entity(),
    isEmbargoed: chance(10) ? true : undefined,
    title: chance(90) ? phrase(3) : undefined,
    synopses: chance(70) ? { short: phrase(4), long: phrase(8) } : undefined,
    parent: above.length > 0 && chance(85) ? pick(above) : undefined,
    position: chance(70) ? int(1, 12) : undefined,
    masterBrand: chance(90) ? pick(mids) : undefined,
    mediaType: kind === 'brand' ? undefined : pick(['Audio', 'Video'] as const),
    release: chance(80) ? pick(['2026', '2026-10', '2026-10-05', '2025-01-01', '1999']) : undefined,
    genres: some(genreIds, 2),
    formats: some(['PT001', 'PT007'], 1),
    image: chance(50) ? pick(imagePids) : undefined,
    alternateImages: some(imagePids, 2),
    contributions: contributions(),
    tags: chance(20) ? [{ scheme: pick(['mood', 'place']), name: pick(['calm', 'north']) }] : undefined,
  }
}

function randomAvailability({ chance, pick, some, span }: Draw): Availability {
  return {
    type: pick(availabilityTypes),
    ...span(),
    ...(chance(15) ? { end: undefined } : {}),
    payment: pick([undefined, undefined, 'free', 'bbcstore']),
    mediaSets: some(mediaSetNames, 2).map((name) => ({ name, territories: some(['uk', 'nonuk', 'world'], 2) })),
    isRevoked: chance(10) ? true : undefined,
  }
}

function randomVersion(draw: Draw, pid: string, number: number): Version {
  const { int, chance, pick, some, entity } = draw
  return {
    pid,
    of: pick(programmePids.slice(50)),
    ...entity(),
    isEmbargoed: chance(10) ? true : undefined,
    types: [pick(['Original', 'Original', 'Signed', 'DubbedAudioDescribed'])],
    duration: chance(90) ? pick([100, 299, 300, 1000, 1800, 1801, 5000]) : undefined,
    availabilities: Array.from({ length: int(0, 3) }, () => randomAvailability(draw)),
    playEvents: some(itemPids, 3).map((item, at) => ({
      pid: `e${number}x${at}bbbb`,
      item,
      offset: at * 10,
      position: at,
    })),
  }
}

function randomGroup({ chance, pick, some, phrase, entity }: Draw, pid: string): Group {
  return {
    kind: pick(groupKinds),
    pid,
    ...entity(),
    isEmbargoed: chance(10) ? true : undefined,
    title: phrase(3),
    members: some([...programmePids, ...programmePids, ...groupPids, ...imagePids], 12),
    programmes: some(programmePids, 3),
    image: chance(50) ? pick(imagePids) : undefined,
  }
}

function randomImage({ chance, pick, phrase, entity }: Draw, pid: string): Image {
  return {
    pid,
    ...entity(),
    isEmbargoed: chance(10) ? true : undefined,
    title: phrase(2),
    type: pick(['standard', 'podcast', 'store', undefined]),
  }
}

function randomItem({ pick, phrase, entity, maybeIds, contributions }: Draw, pid: string): Item {
  return {
    kind: pick(itemKinds),
    pid,
    ...entity(),
    ids: maybeIds(),
    title: phrase(3),
    contributions: contributions(),
  }
}

function randomPerson({ pick, entity, maybeIds }: Draw, pid: string): Person {
  return {
    pid,
    ...entity(),
    identifiers: maybeIds(),
    given: pick(words),
    family: pick(words),
  }
}

function randomService({ chance, pick, phrase, entity, span }: Draw, sid: string): Service {
  return {
    sid,
    ...entity(),
    name: phrase(2),
    type: pick(['TV', 'National Radio', 'Webcast']),
    dates: chance(80) ? { ...span(), ...(chance(50) ? { end: undefined } : {}) } : undefined,
    masterBrand: pick(mids),
  }
}

function randomPromotion({ int, chance, pick, phrase, entity, span }: Draw, pid: string): Promotion {
  return {
    pid,
    ...entity(),
    title: phrase(3),
    ...(chance(80) ? span() : {}),
    priority: chance(80) ? int(1, 5) : undefined,
    promotedBy: pick(['one', 'two']),
    promotedFor: pick(['one_a', 'web']),
    of: { pid: pick(programmePids), type: 'brand' },
    context: chance(40) ? { pid: pick(groupPids), type: 'season' } : undefined,
  }
}

function randomBroadcast({ now, int, chance, pick, entity, maybeIds }: Draw, pid: string, version: Version): Broadcast {
  const start = now + int(-200, 200) * 1800
  return {
    kind: chance(90) ? 'broadcast' : 'window',
    pid,
    ...entity(),
    service: pick(sids),
    start,
    end: start + int(1, 4) * 900,
    programme: version.of,
    version: version.pid,
    isRepeat: chance(40),
    ids: maybeIds(),
  }
}

function pids(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, number) => `${prefix}${String(number).padStart(7, '0')}`)
}

export async function storeRecords(db: Kysely<Tables>, records: RandomRecords): Promise<void> {
  const row = (kind: string, id: string, record: object) => ({ kind, id, record: JSON.stringify(record) })
  const byPid = <T extends { readonly pid: string }>(kind: string, rows: readonly T[]) =>
    rows.map((each) => row(kind, each.pid, each))
  await insertMany(db, 'programme_metadata_records', [
    ...byPid('programme', records.programmes),
    ...byPid('version', records.versions),
    ...byPid('group', records.groups),
    ...byPid('image', records.images),
    ...byPid('item', records.items),
    ...byPid('person', records.people),
    ...byPid('promotion', records.promotions),
    ...records.masterBrands.map((each) => row('master_brand', each.mid, each)),
    ...records.services.map((each) => row('service', each.sid, each)),
  ])
  await insertMany(
    db,
    'programme_metadata_broadcasts',
    records.broadcasts.map(({ kind, pid, partner, service = null, start, end, ...rest }) => ({
      pid,
      partner,
      service,
      starts: start,
      ends: end,
      programme: rest.programme ?? null,
      version: rest.version ?? null,
      flags: (kind === 'window' ? flags.isWindow : 0) | (rest.isRepeat ? flags.isRepeat : 0),
      updated: rest.updated,
      details: rest.ids === undefined ? null : JSON.stringify({ ids: rest.ids }),
    })),
  )
}

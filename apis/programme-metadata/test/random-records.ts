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

/** `now`: seconds since the epoch, around which times fall. */
export function randomRecords(seed: number, now: number): RandomRecords {
  const random = createSeededRandom(seed)
  const chance = (percent: number) => random.int(1, 100) <= percent
  const pick = <T>(values: readonly T[]): T => values[random.int(0, values.length - 1)] as T // never empty here
  const some = <T>(values: readonly T[], most: number): T[] => [
    ...new Set(Array.from({ length: random.int(0, most) }, () => pick(values))),
  ]
  const pids = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, number) => `${prefix}${String(number).padStart(7, '0')}`)
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
  const [programmePids, versionPids, groupPids, imagePids, itemPids, personPids] = [
    pids('b', 160),
    pids('m', 200),
    pids('g', 20),
    pids('i', 60),
    pids('t', 60),
    pids('p', 40),
  ] as [string[], string[], string[], string[], string[], string[]]
  const mids = ['one', 'two', 'three']
  const sids = ['one_a', 'one_b', 'two_a', 'three_a', 'web']
  const contributions = () => some(personPids, 3).map((person) => ({ person }))

  const programmes = programmePids.map((pid, number): Programme => {
    const kind = number < 20 ? 'brand' : number < 50 ? 'series' : number < 120 ? 'episode' : 'clip'
    // parents come earlier, so that there is no cycle
    const above =
      kind === 'brand'
        ? []
        : kind === 'clip'
          ? programmePids.slice(0, 120)
          : programmePids.slice(0, Math.min(number, 50))
    return {
      kind,
      pid,
      ...entity(),
      isEmbargoed: chance(10) ? true : undefined,
      title: chance(90) ? phrase(3) : undefined,
      synopses: chance(70) ? { short: phrase(4), long: phrase(8) } : undefined,
      parent: above.length > 0 && chance(85) ? pick(above) : undefined,
      position: chance(70) ? random.int(1, 12) : undefined,
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
  })
  const availability = (): Availability => ({
    type: pick(availabilityTypes),
    ...span(),
    ...(chance(15) ? { end: undefined } : {}),
    payment: pick([undefined, undefined, 'free', 'bbcstore']),
    mediaSets: some(mediaSetNames, 2).map((name) => ({ name, territories: some(['uk', 'nonuk', 'world'], 2) })),
    isRevoked: chance(10) ? true : undefined,
  })
  const versions = versionPids.map(
    (pid, number): Version => ({
      pid,
      of: pick(programmePids.slice(50)),
      ...entity(),
      isEmbargoed: chance(10) ? true : undefined,
      types: [pick(['Original', 'Original', 'Signed', 'DubbedAudioDescribed'])],
      duration: chance(90) ? pick([100, 299, 300, 1000, 1800, 1801, 5000]) : undefined,
      availabilities: Array.from({ length: random.int(0, 3) }, availability),
      playEvents: some(itemPids, 3).map((item, at) => ({
        pid: `e${number}x${at}bbbb`,
        item,
        offset: at * 10,
        position: at,
      })),
    }),
  )
  const groups = groupPids.map(
    (pid): Group => ({
      kind: pick(groupKinds),
      pid,
      ...entity(),
      isEmbargoed: chance(10) ? true : undefined,
      title: phrase(3),
      members: some([...programmePids, ...programmePids, ...groupPids, ...imagePids], 12),
      programmes: some(programmePids, 3),
      image: chance(50) ? pick(imagePids) : undefined,
    }),
  )
  const images = imagePids.map(
    (pid): Image => ({
      pid,
      ...entity(),
      isEmbargoed: chance(10) ? true : undefined,
      title: phrase(2),
      type: pick(['standard', 'podcast', 'store', undefined]),
    }),
  )
  const items = itemPids.map(
    (pid): Item => ({
      kind: pick(itemKinds),
      pid,
      ...entity(),
      ids: maybeIds(),
      title: phrase(3),
      contributions: contributions(),
    }),
  )
  const people = personPids.map(
    (pid): Person => ({
      pid,
      ...entity(),
      identifiers: maybeIds(),
      given: pick(words),
      family: pick(words),
    }),
  )
  const masterBrands = mids.map((mid): MasterBrand => ({ mid, ...entity(), name: phrase(2), title: phrase(2) }))
  const services = sids.map(
    (sid): Service => ({
      sid,
      ...entity(),
      name: phrase(2),
      type: pick(['TV', 'National Radio', 'Webcast']),
      dates: chance(80) ? { ...span(), ...(chance(50) ? { end: undefined } : {}) } : undefined,
      masterBrand: pick(mids),
    }),
  )
  const promotions = pids('q', 40).map(
    (pid): Promotion => ({
      pid,
      ...entity(),
      title: phrase(3),
      ...(chance(80) ? span() : {}),
      priority: chance(80) ? random.int(1, 5) : undefined,
      promotedBy: pick(['one', 'two']),
      promotedFor: pick(['one_a', 'web']),
      of: { pid: pick(programmePids), type: 'brand' },
      context: chance(40) ? { pid: pick(groupPids), type: 'season' } : undefined,
    }),
  )
  const broadcasts = pids('x', 900).map((pid): Broadcast => {
    const version = pick(versions)
    const start = now + random.int(-200, 200) * 1800
    return {
      kind: chance(90) ? 'broadcast' : 'window',
      pid,
      ...entity(),
      service: pick(sids),
      start,
      end: start + random.int(1, 4) * 900,
      programme: version.of,
      version: version.pid,
      isRepeat: chance(40),
      ids: maybeIds(),
    }
  })
  return { programmes, versions, groups, images, items, people, masterBrands, services, promotions, broadcasts }
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

// Generates the sample around the present broadcast day: 385 days of the past, today and 14 days ahead. Deterministic:
// a day has the same content whenever it is computed, so that pids keep their meaning over time.
import { addDays, createPacer, daysBetween } from '#provider'
import { readBrands, readSchedules, readServices, type SeedBrand, type SeedService } from '../../seed/tables.ts'
import { type BroadcastRow, createBroadcastBuilder, flags } from '../catalogue/broadcasts.ts'
import { type Catalogue, createTables, type RecordSets } from '../catalogue/catalogue.ts'
import { defaultPartner, type Programme, type Version } from '../records.ts'
import { broadcastDay, startOfDay } from '../times.ts'
import { createAirings } from './airings.ts'
import { castOf, items, people, sampleUpdated } from './cast.ts'
import { groups, images, promotions } from './collections.ts'
import {
  brandOf,
  clipOf,
  type EpisodeOptions,
  episodeOf,
  episodePid,
  seriesOf,
  versionPid,
  versionsOf,
} from './episodes.ts'
import { pidOf } from './pids.ts'
import { poolSize, type Showing, showingsOf } from './schedule.ts'
import { formats, genreGroups, masterBrands, partners, services } from './stations.ts'

export const daysBack = 385
export const daysAhead = 14

/** First valid day; earlier ones would repeat pids. */
const firstDay = '1990-01-01'

/** Generates the sample as of a moment, in seconds. Yields to the event loop every 5 ms. */
export async function generateSample(now: number): Promise<Catalogue> {
  const today = broadcastDay(now)
  const pause = createPacer()
  const seeds = readServices()
  const brands = expandRegions(readBrands(), seeds)
  const indices = new Map(brands.map(({ key }, index) => [key, index]))
  const schedules = readSchedules()
  const airings = createAirings(schedules.values())
  const deps = { services: seeds, brands: new Map(brands.map((brand) => [brand.key, brand])), schedules, airings }

  const casts = brands.map((_, index) => castOf(index))
  const shown: Shown[] = []
  const episodes = new Map<number, EpisodeOptions & { readonly showings: Showing[] }>()
  for (let ahead = -daysBack; ahead <= daysAhead; ahead++) {
    const day = addDays(today, ahead)
    for (const showing of [...webcastsOf(day, seeds), ...showingsOf(day, deps)]) {
      const index = indices.get(keyOf(showing)) ?? indices.get(showing.brand) ?? 0
      const brand = brands[index]
      if (!brand) continue
      shown.push({ showing, index, day })
      const id = index * 1_000_000 + showing.number
      const known = episodes.get(id)
      if (known) known.showings.push(showing)
      else {
        const airing = brand.kind === 'pool' ? undefined : airings.of(showing.brand, showing.number)
        const cast = casts[index] ?? []
        episodes.set(id, { brand, index, number: showing.number, cast, airing, now, showings: [showing] })
      }
    }
    await pause()
  }

  // single programmes exist whether or not they are shown
  for (const [index, brand] of brands.entries())
    for (let number = 0; brand.kind === 'pool' && number < poolSize; number++) {
      const id = index * 1_000_000 + number
      if (!episodes.has(id))
        episodes.set(id, { brand, index, number, cast: casts[index] ?? [], airing: undefined, now, showings: [] })
    }

  const programmes: Programme[] = brands
    .filter(({ kind }) => kind !== 'pool')
    .map((brand) => brandOf(brand, indexOf(brand)))
  const versions: Version[] = []
  const series = new Map<string, Programme>()
  for (const episode of episodes.values()) {
    const { brand, index, airing } = episode
    if (brand.kind === 'series' && airing) {
      const parent = seriesOf(brand, index, Number(airing.day.slice(0, 4)))
      series.set(parent.pid, parent)
    }
    programmes.push(episodeOf(episode))
    const times = airing ? [airing] : showingTimes(episode.showings)
    versions.push(...versionsOf(episode, times))
    const clip = clipOf(episode, airing?.end ?? times[0]?.end ?? now)
    if (clip) {
      programmes.push(clip.clip)
      versions.push(clip.version)
    }
    await pause()
  }
  programmes.push(...series.values())
  function indexOf(brand: SeedBrand): number {
    return indices.get(brand.key) ?? 0
  }

  const stations = masterBrands(seeds)
  const collected = {
    brands,
    used: new Set(programmes.flatMap(({ image }) => image ?? [])),
    masterBrandImages: stations.flatMap(({ image, name = '' }) =>
      image === undefined ? [] : [[image, name] as const],
    ),
    today: startOfDay(today),
  }
  const sets: RecordSets = {
    partner: partners,
    genre_group: genreGroups(),
    format: formats,
    master_brand: stations,
    service: services(seeds),
    image: images(collected),
    person: people(),
    item: items(),
    programme: programmes,
    version: versions,
    group: groups(collected),
    promotion: promotions(collected),
  }
  const tables = createTables(sets, true)
  const builder = createBroadcastBuilder(shown.length, {
    programme: tables.programmes.indexOf,
    version: tables.versions.indexOf,
  })
  for (const each of shown) {
    builder.add(rowOf(each, seeds, brands))
    await pause()
  }
  return { ...tables, broadcasts: builder.finish() }
}

interface Shown {
  readonly showing: Showing
  /** Index of the brand. */
  readonly index: number
  readonly day: string
}

function rowOf(
  { showing, index, day }: Shown,
  seeds: readonly SeedService[],
  brands: readonly SeedBrand[],
): BroadcastRow {
  const { service, number, start, end, isFirst, isSigned } = showing
  const { flags: brandFlags = new Set<string>() } = brands[index] ?? {}
  const dayNumber = daysBetween(firstDay, day)
  const isWindow = service.type === 'Webcast'
  const hasIds = service.sid === 'tb_one_fellside' || service.sid === 'tb_radio_talk'
  return {
    pid: isWindow
      ? pidOf('window', dayNumber)
      : pidOf('broadcast', (dayNumber * 64 + showing.slot) * 32 + seeds.indexOf(service)),
    partner: defaultPartner,
    service: service.sid,
    start,
    end,
    programme: episodePid(index, number),
    version: versionPid(index, number, isSigned && brandFlags.has('signed') ? 'signedVersion' : 'version'),
    flags:
      (isWindow ? flags.isWindow : 0) |
      (isFirst ? 0 : flags.isRepeat) |
      (service.simulcastOf === undefined ? 0 : flags.isSimulcast) |
      (brandFlags.has('audio') && number % 2 === 0 ? flags.isAudioDescribed : 0) |
      (brandFlags.has('live') && isFirst ? flags.isCritical : 0) |
      (service.type === 'Simulcast' && showing.brand === 'film' ? flags.isBlanked : 0),
    updated: sampleUpdated,
    details: hasIds ? { ids: [{ type: 'bid', authority: 'tarnside', value: `${service.sid}.${start}` }] } : undefined,
  }
}

/** Returns a webcast early on every other day. */
function webcastsOf(day: string, seeds: readonly SeedService[]): Showing[] {
  const dayNumber = daysBetween(firstDay, day)
  const service = seeds.find(({ type }) => type === 'Webcast')
  if (!service || dayNumber % 2 !== 0) return []
  const start = startOfDay(day)
  const times = { start, end: start + 2 * 3600 }
  return [{ service, slot: 0, brand: 'stage', number: dayNumber % poolSize, ...times, isFirst: true, isSigned: false }]
}

/** Expands the brands that every region has separately. */
function expandRegions(brands: readonly SeedBrand[], seeds: readonly SeedService[]): SeedBrand[] {
  const regions = new Set(
    seeds.flatMap(({ mid, region }) => (mid === 'tb_one' && region !== undefined ? [region] : [])),
  )
  return brands.flatMap((brand) =>
    brand.key === 'regional'
      ? [...regions].map((region) => ({ ...brand, key: `regional:${region}`, title: `Tonight in ${region}` }))
      : [brand],
  )
}

/** Returns the key; a simulcast of a region has the region's brand. */
function keyOf({ brand, service }: Showing): string {
  return brand === 'regional' ? `regional:${service.region ?? 'Fellside'}` : brand
}

/** Returns one showing for the variants of a service. */
function showingTimes(showings: readonly Showing[]): { start: number; end: number }[] {
  const ends = new Map(showings.map(({ start, end }) => [start, end]))
  return [...ends].map(([start, end]) => ({ start, end }))
}

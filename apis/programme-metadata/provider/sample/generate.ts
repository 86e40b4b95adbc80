// Generates the sample around the present broadcast day. Deterministic: a day has the same content whenever it is
// computed, so that pids keep their meaning over time.
import { present } from '#define/present'
import { createPacer, daysBetween } from '#provider'
import { readBrands, readServices, type SeedBrand, type SeedService } from '../../seed/tables.ts'
import { type BroadcastRow, createBroadcastBuilder, flags } from '../catalogue/broadcasts.ts'
import { type Catalogue, createTables, type RecordSets } from '../catalogue/catalogue.ts'
import { defaultPartner, type Programme, type Version } from '../records.ts'
import { broadcastDay, startOfDay } from '../times.ts'
import { items, people, sampleUpdated } from './cast.ts'
import { groups, images, promotions } from './collections.ts'
import { brandOf, clipOf, episodeOf, episodePid, seriesOf, versionPid, versionsOf } from './episodes.ts'
import { pidOf } from './pids.ts'
import type { Showing } from './schedule.ts'
import { firstDay, type SampleStations, type Shown, type ShownEpisode, showDays } from './shown-days.ts'
import { formats, genreGroups, masterBrands, partners, services } from './stations.ts'

/** Generates the sample as of a moment, in seconds. Yields to the event loop every 5 ms. */
export async function generateSample(now: number): Promise<Catalogue> {
  const today = broadcastDay(now)
  const seeds = readServices()
  const stations = { brands: expandRegions(readBrands(), seeds), services: seeds, now, pause: createPacer() }
  const { shown, episodes } = await showDays(today, stations)
  const described = await describe(episodes.values(), stations)
  const tables = createTables(recordSets(described, stations, today), true)
  const builder = createBroadcastBuilder(shown.length, {
    programme: tables.programmes.indexOf,
    version: tables.versions.indexOf,
  })
  for (const each of shown) {
    builder.add(rowOf(each, stations))
    await stations.pause()
  }
  return { ...tables, broadcasts: builder.finish() }
}

interface Described {
  readonly programmes: readonly Programme[]
  readonly versions: readonly Version[]
}

/** Returns brands, episodes with their clips, and series, with the versions of what is played. */
async function describe(episodes: Iterable<ShownEpisode>, { brands, now, pause }: SampleStations): Promise<Described> {
  const programmes: Programme[] = brands.flatMap((brand, index) => (brand.kind === 'pool' ? [] : brandOf(brand, index)))
  const versions: Version[] = []
  const series = new Map<string, Programme>()
  for (const episode of episodes) {
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
  return { programmes: [...programmes, ...series.values()], versions }
}

function recordSets(
  { programmes, versions }: Described,
  { brands, services: seeds }: SampleStations,
  today: string,
): RecordSets {
  const stations = masterBrands(seeds)
  const collected = {
    brands,
    used: new Set(programmes.flatMap(({ image }) => image ?? [])),
    masterBrandImages: stations.flatMap(({ image, name = '' }) =>
      image === undefined ? [] : [[image, name] as const],
    ),
    today: startOfDay(today),
  }
  return {
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
}

function rowOf({ showing, index, day }: Shown, { brands, services: seeds }: SampleStations): BroadcastRow {
  const { service, number, start, end, isFirst, isSigned } = showing
  const { flags: brandFlags } = present(brands[index])
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

/** Returns one showing for the variants of a service. */
function showingTimes(showings: readonly Showing[]): { start: number; end: number }[] {
  const ends = new Map(showings.map(({ start, end }) => [start, end]))
  return [...ends].map(([start, end]) => ({ start, end }))
}

// Collects what the sample's services show: 385 days of the past, today and 14 days ahead, and the episodes of it.
import { present } from '#define/present'
import { addDays, type createPacer, daysBetween } from '#provider'
import { readSchedules, type SeedBrand, type SeedService } from '../../seed/tables.ts'
import { startOfDay } from '../times.ts'
import { type Airings, createAirings } from './airings.ts'
import { castOf } from './cast.ts'
import type { EpisodeOptions } from './episodes.ts'
import { poolSize, type Showing, showingsOf } from './schedule.ts'

export const daysBack = 385
export const daysAhead = 14

/** First valid day; earlier ones would repeat pids. */
export const firstDay = '1990-01-01'

export interface SampleStations {
  readonly brands: readonly SeedBrand[]
  readonly services: readonly SeedService[]
  /** Present time in seconds since the epoch. */
  readonly now: number
  readonly pause: ReturnType<typeof createPacer>
}
export interface Shown {
  readonly showing: Showing
  /** Index of the brand. */
  readonly index: number
  readonly day: string
}
export interface ShownEpisode extends EpisodeOptions {
  readonly showings: Showing[]
}

/** Returns all showings, and their episodes with the single programmes, which exist whether or not they are shown. */
export async function showDays(today: string, { brands, services, now, pause }: SampleStations) {
  const indices = new Map(brands.map(({ key }, index) => [key, index]))
  const schedules = readSchedules()
  const airings = createAirings(schedules.values())
  const deps = { services, brands: new Map(brands.map((brand) => [brand.key, brand])), schedules, airings }
  const shown: Shown[] = []
  const episodes = createEpisodes(brands, airings, now)
  for (let ahead = -daysBack; ahead <= daysAhead; ahead++) {
    const day = addDays(today, ahead)
    for (const showing of [...webcastsOf(day, services), ...showingsOf(day, deps)]) {
      const index = present(indices.get(keyOf(showing)) ?? indices.get(showing.brand))
      shown.push({ showing, index, day })
      episodes.get(index, showing.number, showing.brand).showings.push(showing)
    }
    await pause()
  }
  for (const [index, { key, kind }] of brands.entries())
    for (let number = 0; kind === 'pool' && number < poolSize; number++) episodes.get(index, number, key)
  return { shown, episodes: episodes.all }
}

/** Creates the set of episodes, which adds one when it is first looked up. */
function createEpisodes(brands: readonly SeedBrand[], airings: Airings, now: number) {
  const casts = brands.map((_, index) => castOf(index))
  const all = new Map<number, ShownEpisode>()
  return {
    all,
    /** Returns an episode; `scheduled` is the key under which the schedules name its brand. */
    get(index: number, number: number, scheduled: string): ShownEpisode {
      const id = index * 1_000_000 + number
      const known = all.get(id)
      if (known) return known
      const brand = present(brands[index])
      const airing = brand.kind === 'pool' ? undefined : airings.of(scheduled, number)
      const episode = { brand, index, number, cast: present(casts[index]), airing, now, showings: [] }
      all.set(id, episode)
      return episode
    },
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

/** Returns the key; a simulcast of a region has the region's brand. */
function keyOf({ brand, service }: Showing): string {
  return brand === 'regional' ? `regional:${service.region ?? 'Fellside'}` : brand
}

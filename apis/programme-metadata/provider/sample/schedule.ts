// The sample's schedule: what every service shows on a broadcast day. A day is filled from 06:00 to 06:00, so that
// services have neither gaps nor overlaps; the last showing is an hour longer or shorter when the clocks change.
import { addDays } from '#provider'
import type { SeedBrand, SeedService } from '../../seed/tables.ts'
import { startOfDay } from '../times.ts'
import { type Airings, mondayBased, type Week } from './airings.ts'
import { draw } from './pids.ts'

/** How many single programmes a pool has. */
export const poolSize = 60
/** How far back the archive goes, in first showings. */
const archiveDepth = 40

export interface Showing {
  readonly service: SeedService
  /** Index among the slots of the day. */
  readonly slot: number
  readonly brand: string
  /** Number of the episode of the brand. */
  readonly number: number
  readonly start: number
  readonly end: number
  readonly isFirst: boolean
  readonly isSigned: boolean
}

export interface ScheduleDeps {
  readonly services: readonly SeedService[]
  readonly brands: ReadonlyMap<string, SeedBrand>
  readonly schedules: ReadonlyMap<string, Week>
  readonly airings: Airings
}

/** All showings of a day in the order of their start; of the same moment, in the order of the services. */
export function showingsOf(day: string, deps: ScheduleDeps): Showing[] {
  const from = startOfDay(day)
  const until = startOfDay(addDays(day, 1))
  const showings = deps.services.flatMap((service, index): Showing[] => {
    const slots = deps.schedules.get(service.mid)?.[mondayBased(day)] ?? []
    return slots.map((slot, at) => {
      const next = slots[at + 1]
      return {
        service,
        slot: at,
        brand: slot.brand,
        number: numberOf(deps, { day, minute: slot.minute, brand: slot.brand, showing: slot.showing, seed: index }),
        start: from + slot.minute * 60,
        end: next ? from + next.minute * 60 : until,
        isFirst: slot.showing === 'first',
        isSigned: slot.isSigned,
      }
    })
  })
  return showings.sort((one, other) => one.start - other.start)
}

interface Slot {
  readonly day: string
  readonly minute: number
  readonly brand: string
  readonly showing: 'first' | 'latest' | 'archive'
  readonly seed: number
}

function numberOf({ airings, brands, services }: ScheduleDeps, { day, minute, brand, showing, seed }: Slot): number {
  const dayNumber = startOfDay(day)
  if (brands.get(brand)?.kind === 'pool') return draw(poolSize, dayNumber, minute, masterBrandSeed(services, seed))
  if (showing === 'first') return airings.at(brand, day, minute)
  const latest = airings.latest(brand, day, minute)
  return showing === 'latest' ? latest : latest - 1 - draw(archiveDepth, dayNumber, minute)
}

/** Variants of a service show the same. */
function masterBrandSeed(services: readonly SeedService[], index: number): number {
  const mid = services[index]?.mid
  return services.findIndex((service) => service.mid === mid)
}

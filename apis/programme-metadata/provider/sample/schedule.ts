// The sample's schedule: the showings of every service on a broadcast day. A day is filled from 06:00 to 06:00, so that
// services have neither gaps nor overlaps; the last showing is an hour longer or shorter when the clocks change.
import { addDays } from '#provider'
import type { SeedBrand, SeedService } from '../../seed/tables.ts'
import { startOfDay } from '../times.ts'
import { type Airings, mondayBased, type Week } from './airings.ts'
import { draw } from './pids.ts'

/** Number of single programmes in a pool. */
export const poolSize = 60
/** Depth of the archive, in first showings. */
const archiveDepth = 40

export interface Showing {
  readonly service: SeedService
  /** Index of the slot in the day. */
  readonly slot: number
  readonly brand: string
  /** Number of the brand's episode. */
  readonly number: number
  readonly start: number
  readonly end: number
  readonly isFirst: boolean
  readonly isSigned: boolean
}

interface ScheduleDeps {
  readonly services: readonly SeedService[]
  readonly brands: ReadonlyMap<string, SeedBrand>
  readonly schedules: ReadonlyMap<string, Week>
  readonly airings: Airings
}

/** Returns all showings of a day ordered by start, then by service. */
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

/** Returns the seed of the master brand, because variants of a service show the same programmes. */
function masterBrandSeed(services: readonly SeedService[], index: number): number {
  const mid = services[index]?.mid
  return services.findIndex((service) => service.mid === mid)
}

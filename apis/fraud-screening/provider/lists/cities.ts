// How cities are looked up, and the sample of them.
import { sampleCities } from '../../seed/cities.ts'
import type { Place } from '../checks/distance.ts'
import { foldedAddress } from '../checks/folding.ts'

/** The keys of a city, the most exact first: names occur in several states. */
export function cityKeys(country: string, state: string | undefined, name: string): string[] {
  const folded = foldedAddress(name)
  return [...(state === undefined ? [] : [`${country}/${foldedAddress(state)} ${folded}`]), `${country} ${folded}`]
}

let sample: ReadonlyMap<string, Place> | undefined

export function sampleCity(key: string): Place | undefined {
  sample ??= new Map(
    sampleCities().flatMap((city) => cityKeys(city.country, undefined, city.name).map((own) => [own, city])),
  )
  return sample.get(key)
}

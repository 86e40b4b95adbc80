// Lookup keys of cities, and the sample of cities.
import { sampleCities } from '../../seed/cities.ts'
import type { Place } from '../checks/distance.ts'
import { foldedAddress } from '../checks/folding.ts'

/** Returns the keys of a city, most specific first: the same name occurs in several states. */
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

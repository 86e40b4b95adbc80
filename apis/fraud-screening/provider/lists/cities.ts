// How cities are looked up, and the sample of them.
import { sampleCities } from '../../seed/cities.ts'
import type { Place } from '../checks/distance.ts'
import { foldedAddress } from '../checks/folding.ts'

/** Under this key a city is stored. */
export function cityKey(country: string, name: string): string {
  return `${country} ${foldedAddress(name)}`
}

let sample: ReadonlyMap<string, Place> | undefined

export function sampleCity(key: string): Place | undefined {
  sample ??= new Map(sampleCities().map((city) => [cityKey(city.country, city.name), city]))
  return sample.get(key)
}

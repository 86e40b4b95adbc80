// The sample of cities: capitals and some of the largest, with coordinates to a hundredth of a degree, compiled by us.
// An import of cities replaces it.
import { readFileSync } from 'node:fs'

interface City {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly name: string
  /** Degrees. */
  readonly latitude: number
  readonly longitude: number
}

export function sampleCities(): City[] {
  const lines = readFileSync(new URL('cities.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const [country = '', name = '', latitude, longitude] = line.split('\t')
    return { country, name, latitude: Number(latitude), longitude: Number(longitude) }
  })
}

// Well-known places as facts: names, areas, coordinates and populations in round numbers (SOURCES 8.2). Their ids are
// our own, above all those of the gazetteer.
import { readFileSync } from 'node:fs'
import { type PlaceRecord, samplePlaceIds } from '../model/place-record.ts'

/** Returns the town of the sample, and the places of the file. */
export function samplePlaces(): PlaceRecord[] {
  const lines = readFileSync(new URL('./places.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const known = lines.map((line, at) => {
    const [name = '', areas = '', country_iso = '', latitude, longitude, population] = line.split('\t')
    return placeOf({
      id: samplePlaceIds.from + at,
      name,
      areas: areas.split(', ').filter(Boolean),
      country_iso,
      latitude: Number(latitude),
      longitude: Number(longitude),
      population: Number(population),
    })
  })
  const sampleton = { name: 'Sampleton', areas: ['Exampleshire', 'England'], country_iso: 'GBR', population: 20_000 }
  return [placeOf({ id: 1, ...sampleton, latitude: 52.68, longitude: 2.3 }), ...known]
}

function placeOf(place: Omit<PlaceRecord, 'native'>): PlaceRecord {
  return { ...place, native: {} }
}

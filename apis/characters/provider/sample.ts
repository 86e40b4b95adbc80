// Reads the sample: a fictitious series of our own invention. It is not stored: an import replaces it.

import { readFile } from 'node:fs/promises'
import { present } from '#define/present'
import { genders, type Place, type Records, statuses } from './records/record.ts'

export async function readSample(): Promise<Records> {
  const [characters, locations, episodes] = await Promise.all([
    rowsOf('characters.tsv'),
    rowsOf('locations.tsv'),
    rowsOf('episodes.tsv'),
  ])
  return {
    characters: characters.map((cell) => ({
      id: Number(cell('id')),
      name: cell('name'),
      status: oneOf(statuses, cell('status')),
      species: cell('species'),
      type: cell('type'),
      gender: oneOf(genders, cell('gender')),
      origin: placeOf(cell('origin')),
      location: placeOf(cell('location')),
      episodes: cell('episodes').split(',').map(Number),
      created: cell('created'),
    })),
    locations: locations.map((cell) => ({
      id: Number(cell('id')),
      name: cell('name'),
      type: cell('type'),
      dimension: cell('dimension'),
      created: cell('created'),
    })),
    episodes: episodes.map((cell) => ({
      id: Number(cell('id')),
      name: cell('name'),
      air_date: cell('air_date'),
      episode: cell('episode'),
      // derived from the episodes of the characters
      characters: [],
      created: cell('created'),
    })),
  }
}

/** Returns a location's place; 0 is an unknown location. The name comes from the location. */
function placeOf(id: string): Place {
  return { name: 'unknown', id: id === '0' ? undefined : Number(id) }
}

/** Returns each row as a function from column name to cell. */
async function rowsOf(file: string): Promise<((name: string) => string)[]> {
  const text = await readFile(new URL(`../seed/${file}`, import.meta.url), 'utf8')
  const [header = '', ...lines] = text.trimEnd().split('\n')
  const names = header.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    return (name) => present(cells[names.indexOf(name)])
  })
}

/** Throws for a value that the sample must not have. */
function oneOf<V extends string>(values: readonly V[], text: string): V {
  const value = values.find((known) => known === text)
  if (value === undefined) throw new Error(`the sample has ${text} for one of ${values.join(', ')}`)
  return value
}

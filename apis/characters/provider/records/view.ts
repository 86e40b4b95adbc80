// The records in the provider's form: its members in its order (SOURCES 1.3), and links below the address of the call.

import type { Location } from './linked-records.ts'
import type { CharacterRecord, EpisodeRecord, Place } from './record.ts'

interface PlaceView {
  name: string
  url: string
}
interface CharacterView {
  id: number
  name: string
  status: CharacterRecord['status']
  species: string
  type: string
  gender: CharacterRecord['gender']
  origin: PlaceView
  location: PlaceView
  image: string
  episode: string[]
  url: string
  created: string
}
interface LocationView {
  id: number
  name: string
  type: string
  dimension: string
  residents: string[]
  url: string
  created: string
}
interface EpisodeView {
  id: number
  name: string
  air_date: string
  episode: string
  characters: string[]
  url: string
  created: string
}

export function characterView(record: CharacterRecord, baseUrl: string): CharacterView {
  const { id, name, status, species, type, gender, origin, location, episodes, created } = record
  return {
    id,
    name,
    status,
    species,
    type,
    gender,
    origin: placeView(origin, baseUrl),
    location: placeView(location, baseUrl),
    image: `${baseUrl}/character/avatar/${id}.jpeg`,
    episode: episodes.map((one) => `${baseUrl}/episode/${one}`),
    url: `${baseUrl}/character/${id}`,
    created,
  }
}

export function locationView(
  { id, name, type, dimension, residents, created }: Location,
  baseUrl: string,
): LocationView {
  const links = residents.map((one) => `${baseUrl}/character/${one}`)
  return { id, name, type, dimension, residents: links, url: `${baseUrl}/location/${id}`, created }
}

export function episodeView(record: EpisodeRecord, baseUrl: string): EpisodeView {
  const { id, name, air_date, episode, created } = record
  const characters = record.characters.map((one) => `${baseUrl}/character/${one}`)
  return { id, name, air_date, episode, characters, url: `${baseUrl}/episode/${id}`, created }
}

function placeView({ name, id }: Place, baseUrl: string): PlaceView {
  return { name, url: id === undefined ? '' : `${baseUrl}/location/${id}` }
}

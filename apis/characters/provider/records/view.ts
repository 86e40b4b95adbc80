// The records as the provider sends them: its members in its order, and links as whole addresses below the address of the call.

import type { Location } from './linked-records.ts'
import type { CharacterRecord, EpisodeRecord, Place } from './record.ts'

export interface WirePlace {
  name: string
  url: string
}
export interface WireCharacter {
  id: number
  name: string
  status: string
  species: string
  type: string
  gender: string
  origin: WirePlace
  location: WirePlace
  image: string
  episode: string[]
  url: string
  created: string
}
export interface WireLocation {
  id: number
  name: string
  type: string
  dimension: string
  residents: string[]
  url: string
  created: string
}
export interface WireEpisode {
  id: number
  name: string
  air_date: string
  episode: string
  characters: string[]
  url: string
  created: string
}

export function wireCharacter(record: CharacterRecord, base: string): WireCharacter {
  const { id, name, status, species, type, gender, origin, location, episodes, created } = record
  return {
    id,
    name,
    status,
    species,
    type,
    gender,
    origin: wirePlace(origin, base),
    location: wirePlace(location, base),
    image: `${base}/character/avatar/${id}.jpeg`,
    episode: episodes.map((one) => `${base}/episode/${one}`),
    url: `${base}/character/${id}`,
    created,
  }
}

export function wireLocation({ id, name, type, dimension, residents, created }: Location, base: string): WireLocation {
  const links = residents.map((one) => `${base}/character/${one}`)
  return { id, name, type, dimension, residents: links, url: `${base}/location/${id}`, created }
}

export function wireEpisode(record: EpisodeRecord, base: string): WireEpisode {
  const { id, name, air_date, episode, created } = record
  const characters = record.characters.map((one) => `${base}/character/${one}`)
  return { id, name, air_date, episode, characters, url: `${base}/episode/${id}`, created }
}

function wirePlace({ name, id }: Place, base: string): WirePlace {
  return { name, url: id === undefined ? '' : `${base}/location/${id}` }
}

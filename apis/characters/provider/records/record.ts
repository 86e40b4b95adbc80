// The records as stored: links are ids, and derived data is not kept.

/** The values that the provider knows (SOURCES 1.3). */
export const statuses = ['Alive', 'Dead', 'unknown'] as const
export const genders = ['Female', 'Male', 'Genderless', 'unknown'] as const

/** A character's reference to a location; without an id only the name is known. */
export interface Place {
  readonly name: string
  readonly id: number | undefined
  /** Document id of the location, which records from a database dump have instead of the id. */
  readonly ref?: string
}
export interface CharacterRecord {
  readonly id: number
  readonly name: string
  readonly status: (typeof statuses)[number]
  readonly species: string
  readonly type: string
  readonly gender: (typeof genders)[number]
  readonly origin: Place
  readonly location: Place
  readonly episodes: readonly number[]
  readonly created: string
}
export interface LocationRecord {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly dimension: string
  readonly created: string
  /** Document id, in records from a database dump. */
  readonly ref?: string
}
export interface EpisodeRecord {
  readonly id: number
  readonly name: string
  readonly air_date: string
  readonly episode: string
  readonly characters: readonly number[]
  readonly created: string
}
export interface Records {
  readonly characters: readonly CharacterRecord[]
  readonly locations: readonly LocationRecord[]
  readonly episodes: readonly EpisodeRecord[]
}

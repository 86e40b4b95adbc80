// The 51 endpoints, in the order of the provider's documentation, with the shapes of version 1 (SOURCES 1.2).
import { gameEndpoints } from './endpoints/games.ts'
import { peopleEndpoints } from './endpoints/people.ts'
import { playEndpoints } from './endpoints/plays.ts'
import { ratingEndpoints } from './endpoints/ratings.ts'
import { recruitingEndpoints } from './endpoints/recruiting.ts'
import { teamEndpoints } from './endpoints/teams.ts'

export const endpoints = {
  ...peopleEndpoints,
  ...gameEndpoints,
  ...playEndpoints,
  ...ratingEndpoints,
  ...recruitingEndpoints,
  ...teamEndpoints,
}

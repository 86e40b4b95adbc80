// The 51 endpoints of document 1, section 4.2, in its order. Results have the shapes of version 1 of the provider's API.
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

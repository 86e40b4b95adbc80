// The 51 endpoints of version 1, in the order of the provider's documentation (SOURCES 1.2).
import { gameEndpoints } from './games.ts'
import { peopleEndpoints } from './people.ts'
import { playEndpoints } from './plays.ts'
import { ratingEndpoints } from './ratings.ts'
import { recruitingEndpoints } from './recruiting.ts'
import { teamEndpoints } from './teams.ts'

export const firstVersion = {
  ...peopleEndpoints,
  ...gameEndpoints,
  ...playEndpoints,
  ...ratingEndpoints,
  ...recruitingEndpoints,
  ...teamEndpoints,
}

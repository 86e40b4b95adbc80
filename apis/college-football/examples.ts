// One call of each endpoint with the body version 2 of the provider sends for it, where that differs. Teams, players
// and numbers are invented.
import type { Examples } from '#define'
import { gameExamples } from './examples/games.ts'
import { peopleExamples } from './examples/people.ts'
import { playExamples } from './examples/plays.ts'
import { ratingExamples } from './examples/ratings.ts'
import { recruitingExamples } from './examples/recruiting.ts'
import { teamExamples } from './examples/teams.ts'

export const examples: Examples = {
  ...peopleExamples,
  ...gameExamples,
  ...playExamples,
  ...ratingExamples,
  ...recruitingExamples,
  ...teamExamples,
}

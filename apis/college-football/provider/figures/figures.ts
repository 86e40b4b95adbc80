// The figures that answers are computed from.
import type { Step } from '../background/prepare.ts'
import { finished, type KeptFigures } from '../kept/kept-figures.ts'
import type { Season } from '../league/records.ts'
import { createGamePartFigures } from './game-part-figures.ts'
import { createPartFigures } from './part-figures.ts'
import { createPlayerFigures } from './player-figures.ts'
import { createTeamFigures } from './team-figures.ts'
import { createTotalFigures } from './total-figures.ts'

export type Figures = ReturnType<typeof createFigures>

export function createFigures(kept: KeptFigures) {
  const [teams, totals] = [createTeamFigures(kept), createTotalFigures(kept)]
  const [players, parts, gameParts] = [createPlayerFigures(kept), createPartFigures(kept), createGamePartFigures(kept)]
  return {
    ...{ teams, totals, players, parts, gameParts },
    /** What can be made of a season before it is asked for. */
    *stepsOf(season: Season): Generator<Step> {
      const step = (name: string, figures: () => Generator<undefined, unknown>): Step => ({
        name: `${name} figures`,
        make: async (pause) => void (await finished(figures(), pause)),
      })
      for (const counted of ['all', 'undecided', 'undecided regulation'] as const)
        yield step(counted, () => teams.of(season, counted))
      yield step('totals', () => totals.of(season))
      yield step('players', () => players.of(season))
      for (const isDecided of [false, true]) {
        yield step(`parts ${isDecided}`, () => parts.of(season, isDecided))
        yield step(`game parts ${isDecided}`, () => gameParts.of(season, isDecided))
      }
    },
  }
}

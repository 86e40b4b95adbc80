// Lists whose rows are kept: those of completed games, and of whole seasons.

import type { RowGroup } from '../kept/kept-rows.ts'
import type { Season } from '../league/records.ts'
import { findPlayed, type Played } from '../query.ts'

/** The name of kept rows of which there are two kinds: with and without decided games. */
export function named(name: string, { excludeGarbageTime }: { excludeGarbageTime?: boolean | undefined }): string {
  return excludeGarbageTime ? `${name} undecided` : name
}

/** Inputs of the two kinds. */
export const bothKinds = (year: number) => [
  { year, excludeGarbageTime: false },
  { year, excludeGarbageTime: true },
]

/** Answers with fewer games are computed; so is a smaller share of the games of a week, unless its rows are kept. */
const manyGames = 20
const leastShare = 0.1

/** Rows by game: those of an answer with so many games that kept rows are worth reading; undefined for any other. */
export function groupsOfGames(
  name: string | undefined,
  games: readonly Played[],
  rows: (played: Played) => Iterable<unknown>,
): RowGroup[] | undefined {
  if (name === undefined || games.length < manyGames) return undefined
  return runsByWeek(games).map((run) => {
    const [{ season, game }] = run
    const { week, seasonType } = game
    // those that it does not show are made as well, so that the next answer finds them
    const all = findPlayed({ seasons: [season] }, { week, seasonType })
    const parts = all.map((played) => ({ id: played.game.id, rows: () => rows(played) }))
    const ids = new Set(run.map(({ game: { id } }) => id))
    return {
      ...{ season, name: `${name} ${seasonType} ${week}`, stamp: parts.map(({ id }) => id).join(), parts: () => parts },
      isShown: run.length === all.length ? undefined : (id) => ids.has(id),
      showsFew: run.length < all.length * leastShare,
    }
  })
}

/** Rows of a season. */
export function groupOfSeason(
  season: Season,
  name: string,
  rows: Pick<RowGroup, 'parts' | 'isShown' | 'isMadeSooner'>,
): RowGroup {
  const stamp = String(season.games.filter(({ result }) => result !== null).length)
  return { season, name, stamp, ...rows, showsFew: rows.isShown !== undefined }
}

/** Games of the same week one after another. */
function runsByWeek(games: readonly Played[]): [Played, ...Played[]][] {
  const runs: [Played, ...Played[]][] = []
  for (const played of games) {
    const last = runs.at(-1)
    const isSame =
      last?.[0].season === played.season &&
      last[0].game.week === played.game.week &&
      last[0].game.seasonType === played.game.seasonType
    if (last && isSame) last.push(played)
    else runs.push([played])
  }
  return runs
}

// Games that follow from results: conference championships, bowls, and a play-off of eight.

import { present } from '#define/present'
import type { Game, School } from '../model/records.ts'
import { conferences } from './conferences.ts'
import { openingSaturday, type Pairing } from './schedule.ts'
import { schools, strengthOf } from './schools.ts'
import { bowls } from './words.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const playOffSize = 8
const winsForBowl = 6

/**
 * Returns the games of a round: 0 for the championships, 1 for bowls and quarter-finals, then semi-finals and final.
 */
export function afterRegularSeason(round: number, year: number, games: readonly Game[]): Pairing[] {
  if (round === 0) return championships(year, games)
  if (round === 1) return [...quarterFinals(year, games), ...bowlGames(year, games)]
  if (round > 3) return []
  const winners = games.filter(({ notes }) => notes === roundNames[round - 2]).map(winnerOf)
  const startMs = Date.UTC(year + 1, 0, round === 2 ? 9 : 19) + 24.5 * hourMs
  const pairings: Pairing[] = []
  for (let at = 0; at + 1 < winners.length; at += 2)
    pairings.push(...neutral(winners[at], winners[at + 1], startMs + at * 2 * hourMs, present(roundNames[round - 1])))
  return pairings
}

const quarterFinal = 'Play-off Quarter-final'
const roundNames = [quarterFinal, 'Play-off Semi-final', 'Play-off Championship']

function neutral(home: School | undefined, away: School | undefined, startMs: number, notes: string): Pairing[] {
  return home && away ? [{ week: 1, seasonType: 'postseason', home, away, neutral: true, notes, startMs }] : []
}

function winnerOf({ home, away, result }: Game): School {
  return result && result.awayPoints > result.homePoints ? away : home
}

/** Pairs the best two of each conference of the higher division, or the best of its divisions. */
function championships(year: number, games: readonly Game[]): Pairing[] {
  const startMs = openingSaturday(year) + 14 * 7 * dayMs
  return conferences
    .filter(({ classification }) => classification === 'fbs')
    .flatMap((conference, at): Pairing[] => {
      const inside = games.filter((game) => game.conferenceGame && game.home.conference === conference)
      const wins = winsOf(inside)
      const all = winsOf(games)
      const ranked = schools
        .filter((school) => school.conference === conference)
        .sort((one, other) => points(wins, other) - points(wins, one) || points(all, other) - points(all, one))
      const [first] = ranked
      const second = ranked.find(
        (school) => school !== first && (!first?.division || school.division !== first.division),
      )
      const hours = [17, 20.5, 24][at % 3] ?? 17
      const title = `${conference.shortName} Championship`
      return neutral(first, second, startMs + hours * hourMs, title).map((game) => ({
        ...game,
        week: 15,
        seasonType: 'regular',
      }))
    })
}

function winsOf(games: readonly Game[]): ReadonlyMap<School, number> {
  const wins = new Map<School, number>()
  for (const game of games) wins.set(winnerOf(game), points(wins, winnerOf(game)) + 1)
  return wins
}

function points(wins: ReadonlyMap<School, number>, school: School): number {
  return wins.get(school) ?? 0
}

/** Returns schools of the higher division by wins and strength; a season does not depend on previous ones. */
function ranked(games: readonly Game[], year: number): School[] {
  const wins = winsOf(games)
  const worth = (school: School) => strengthOf(school, year) + 5 * points(wins, school)
  return schools
    .filter(({ conference }) => conference.classification === 'fbs')
    .sort((one, other) => worth(other) - worth(one))
}

function quarterFinals(year: number, games: readonly Game[]): Pairing[] {
  const best = ranked(games, year).slice(0, playOffSize)
  const startMs = Date.UTC(year + 1, 0, 1) + 17 * hourMs
  return [0, 3, 1, 2].flatMap((seed, at) =>
    neutral(best[seed], best[playOffSize - 1 - seed], startMs + at * 4 * hourMs, quarterFinal),
  )
}

function bowlGames(year: number, games: readonly Game[]): Pairing[] {
  const wins = winsOf(games)
  const invited = ranked(games, year)
    .slice(playOffSize)
    .filter((school) => points(wins, school) >= winsForBowl)
    .slice(0, 2 * bowls.length)
  const pairings: Pairing[] = []
  for (let at = 0; at + 1 < invited.length; at += 2) {
    // the lesser bowls are the earlier ones
    const day = Math.floor(((bowls.length - at / 2) / bowls.length) * 14)
    const startMs = Date.UTC(year, 11, 31 - day) + (17 + (at % 6) * 1.75) * hourMs
    pairings.push(...neutral(invited[at], invited[at + 1], startMs, `${bowls[at / 2] ?? 'Sample'} Bowl`))
  }
  return pairings
}

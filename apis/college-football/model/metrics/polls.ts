// Polls: how voters would judge results, talent and the ratings of the previous season (SOURCES 3.12).
import type { Poll, PollWeek, Ranked, School, Season } from '../records.ts'
import { talentOf } from './talent.ts'

const ranks = 25
const lastWeek = 16
/** The first week of the committee. */
const firstCommittee = 10
const panels = [
  { poll: 'Writers Poll', voters: 62, first: 1 },
  { poll: 'Coaches Poll', voters: 64, first: 1001 },
] as const

/** Returns polls of every week before which all games have ended; the last one follows the postseason. */
export function pollsOf(season: Season): PollWeek[] {
  const standing = new Map<School, Standing>()
  for (const { school, talent } of talentOf(season))
    if (school.conference.classification === 'fbs') standing.set(school, { elo: 0, talent, wins: 0, losses: 0 })
  for (const { home, away, homeElo, awayElo } of [...season.games].reverse()) {
    set(standing, home, { elo: homeElo?.before ?? 0 })
    set(standing, away, { elo: awayElo?.before ?? 0 })
  }
  const weeks: PollWeek[] = []
  let played = 0
  for (let week = 1; week <= lastWeek; week++) {
    const isFinal = week === lastWeek
    const last = isFinal
      ? season.games
      : season.games.filter((game) => game.seasonType === 'regular' && game.week < week)
    if (last.some(({ result }) => result === null)) break
    for (const { home, away, homeElo, awayElo, result } of last.slice(played)) {
      const isHomeWin = result !== null && result.homePoints > result.awayPoints
      addGame(standing, home, homeElo?.after, isHomeWin)
      addGame(standing, away, awayElo?.after, !isHomeWin)
    }
    played = last.length
    const voted = panels.map(({ poll, voters, first }) => ({ poll, ranks: vote(standing, voters, first + week) }))
    const isCommittee = week >= firstCommittee && !isFinal
    weeks.push({
      seasonType: isFinal ? 'postseason' : 'regular',
      week: isFinal ? 1 : week,
      polls: isCommittee ? [...voted, committee(standing)] : voted,
    })
  }
  return weeks
}

interface Standing {
  readonly elo: number
  readonly talent: number
  readonly wins: number
  readonly losses: number
}

function set(standing: Map<School, Standing>, school: School, change: Partial<Standing>): void {
  const known = standing.get(school)
  if (known) standing.set(school, { ...known, ...change })
}

function addGame(
  standing: Map<School, Standing>,
  school: School,
  elo: number | null | undefined,
  isWin: boolean,
): void {
  const known = standing.get(school)
  if (!known) return
  const { wins, losses } = known
  set(standing, school, { elo: elo ?? known.elo, wins: wins + Number(isWin), losses: losses + Number(!isWin) })
}

/** Returns the strength of a standing. Talent matters in the first weeks, losses from then on. */
function worth({ elo, talent, wins, losses }: Standing): number {
  return elo + (0.9 * talent) / (1 + (wins + losses) / 2) + 16 * wins - 34 * losses
}

/** Ranks schools for each voter by worth and by an opinion of his own; 25 points for the first rank, 1 for the last. */
function vote(standing: ReadonlyMap<School, Standing>, voters: number, first: number): Ranked[] {
  const candidates = [...standing]
    .map(([school, own]) => ({ school, worth: worth(own), points: 0, firsts: 0 }))
    .sort((one, other) => other.worth - one.worth)
    .slice(0, 2 * ranks)
  for (let voter = 0; voter < voters; voter++) {
    const ballot = candidates
      .map((candidate) => ({ candidate, value: candidate.worth + 24 * opinion(first, voter, candidate.school.id) }))
      .sort((one, other) => other.value - one.value)
      .slice(0, ranks)
    for (const [place, { candidate }] of ballot.entries()) {
      candidate.points += ranks - place
      if (place === 0) candidate.firsts++
    }
  }
  return candidates
    .sort((one, other) => other.points - one.points || other.worth - one.worth)
    .slice(0, ranks)
    .map(({ school, points, firsts }, at) => ({ school, rank: at + 1, points, firstPlaceVotes: firsts }))
}

function committee(standing: ReadonlyMap<School, Standing>): Poll {
  const best = [...standing].sort(([, one], [, other]) => worth(other) - worth(one)).slice(0, ranks)
  return {
    poll: 'Play-off Committee Rankings',
    ranks: best.map(([school], at) => ({ school, rank: at + 1, points: null, firstPlaceVotes: null })),
  }
}

/** Returns a value between -1 and 1, the same for the same numbers. */
function opinion(one: number, two: number, three: number): number {
  const mixed = Math.imul(one ^ Math.imul(two + 1, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(three, 0xc2b2ae35)
  const spread = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return ((spread ^ (spread >>> 13)) >>> 0) / 2 ** 31 - 1
}

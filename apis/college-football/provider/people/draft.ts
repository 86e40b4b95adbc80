// The professional draft: the best players of the last class, a few days before May.
import type { DraftPick, League, Player, Season } from '../league/records.ts'

const rounds = 7
export const positionNames: Readonly<Record<string, string>> = {
  QB: 'Quarterback',
  RB: 'Running Back',
  FB: 'Fullback',
  WR: 'Wide Receiver',
  TE: 'Tight End',
  OT: 'Offensive Tackle',
  OG: 'Offensive Guard',
  C: 'Center',
  DE: 'Defensive End',
  DT: 'Defensive Tackle',
  LB: 'Linebacker',
  CB: 'Cornerback',
  S: 'Safety',
  PK: 'Place Kicker',
  P: 'Punter',
  LS: 'Long Snapper',
}
/** How much teams want a position, in deviations of skill. */
const wanted: Readonly<Record<string, number>> = {
  QB: 1.1,
  OT: 0.5,
  CB: 0.5,
  DE: 0.6,
  WR: 0.4,
  FB: -1.5,
  PK: -2,
  P: -2,
  LS: -3,
}
const lastClass = 4

/** The picks after a season in their order; none before the day of the draft. */
export function draftAfter(season: Season, league: League, nowMs: number): DraftPick[] {
  const year = season.year + 1
  if (nowMs < Date.UTC(year, 3, 28)) return []
  const board = season.players
    .filter(({ classYear }) => classYear === lastClass)
    .map((player) => ({ player, value: worthOf(player) }))
    .sort((one, other) => other.value - one.value)
    .slice(0, rounds * league.proTeams.length * 2)
  const byPosition = new Map<string, number>()
  const ranked = board.map(({ player, value }, at) => {
    const place = (byPosition.get(player.position) ?? 0) + 1
    byPosition.set(player.position, place)
    // where scouts and teams disagree
    return { player, ranking: at + 1, positionRanking: place, value: value + 0.4 * doubt(player.id) }
  })
  const size = league.proTeams.length
  return ranked
    .sort((one, other) => other.value - one.value)
    .slice(0, rounds * size)
    .flatMap(({ player, ranking, positionRanking }, at) => {
      const team = league.proTeams[(at * 11 + year * 5 + Math.floor(at / size)) % size]
      return team ? [{ player, year, overall: at + 1, team, ranking, positionRanking }] : []
    })
}

/** Players of better schools meet better opponents. */
function worthOf({ skill, position, school, rating }: Player): number {
  const level = school.conference.classification === 'fbs' ? 0 : -1.5
  return skill + (wanted[position] ?? 0) + level + 8 * (rating - 0.85)
}

function doubt(id: number): number {
  const mixed = Math.imul(id ^ (id >>> 13), 0x5bd1e995)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 31 - 1
}

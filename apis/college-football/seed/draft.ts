// The professional draft of the sample: the best players of the last class, a few days before May.

import { positionNames } from '../model/players/positions.ts'
import type { DraftPick } from '../model/records.ts'
import { classOf, type SamplePlayer } from './people.ts'
import { proTeams } from './schools.ts'

const rounds = 3
/** Demand for a position, in deviations of skill. */
const wanted: ReadonlyMap<string, number> = new Map([
  ['QB', 1.1],
  ['OT', 0.5],
  ['CB', 0.5],
  ['DE', 0.6],
  ['WR', 0.4],
  ['FB', -1.5],
  ['PK', -2],
  ['P', -2],
  ['LS', -3],
])
const lastClass = 4
const firstProId = 500_000_000

/** Returns the picks after a season in order; empty before the day of the draft. */
export function draftAfter(season: number, nowMs: number): DraftPick[] {
  const year = season + 1
  if (nowMs < Date.UTC(year, 3, 28)) return []
  const size = proTeams.length
  const board = classOf(lastClass, season)
    .map((player) => ({ player, value: worthOf(player) }))
    .sort((one, other) => other.value - one.value)
    .slice(0, rounds * size * 2)
  const byPosition = new Map<string, number>()
  const ranked = board.map(({ player, value }, at) => {
    const place = (byPosition.get(player.position) ?? 0) + 1
    byPosition.set(player.position, place)
    // noise: scouts and teams disagree
    return { player, ranking: at + 1, positionRanking: place, value: value + 0.4 * doubt(player.id) }
  })
  return ranked
    .sort((one, other) => other.value - one.value)
    .slice(0, rounds * size)
    .flatMap(({ player, ranking, positionRanking }, at): DraftPick[] => {
      const team = proTeams[(at * 11 + year * 5 + Math.floor(at / size)) % size]
      if (!team) return []
      return [
        {
          athleteId: player.id,
          proAthleteId: player.id + firstProId,
          college: player.school,
          team: team.location,
          year,
          overall: at + 1,
          round: 1 + Math.floor(at / size),
          pick: 1 + (at % size),
          name: `${player.first} ${player.last}`,
          position: positionNames[player.position] ?? player.position,
          height: player.height,
          weight: player.weight,
          ranking,
          positionRanking,
          grade: Math.max(40, Math.round(96 - 5 * Math.log(ranking))),
          city: player.city,
          state: player.state,
          country: player.country,
          countyFips: player.countyFips,
          latitude: player.latitude,
          longitude: player.longitude,
        },
      ]
    })
}

/** Returns a player's worth: players of better schools meet better opponents. */
function worthOf({ skill, position, school, rating }: SamplePlayer): number {
  const level = school.conference.classification === 'fbs' ? 0 : -1.5
  return skill + (wanted.get(position) ?? 0) + level + 8 * (rating - 0.85)
}

function doubt(id: number): number {
  const mixed = Math.imul(id ^ (id >>> 13), 0x5bd1e995)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 31 - 1
}

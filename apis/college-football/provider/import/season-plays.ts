// The plays of an imported season in columns, with the ids and texts of their source.

import { present } from '#define/present'
import { addPpa } from '../../model/metrics/expected-points.ts'
import { addWinProbability } from '../../model/metrics/win-probability.ts'
import { createPlayColumns, emptyPlay, nobody, noTime, type PlayColumns } from '../../model/plays/columns.ts'
import { isPass, types } from '../../model/plays/kinds.ts'
import type { Game, PlayNotes } from '../../model/records.ts'
import type { SeasonPlayers } from './season-players.ts'
import type { StoredPlay, StoredPlayStat } from './stored.ts'

export interface SeasonPlays {
  readonly columns: PlayColumns
  /** Adds the plays of a game; its rows are those from the previous count to the new one. */
  add(game: Pick<Game, 'id' | 'home' | 'away' | 'startMs'>, plays: readonly StoredPlay[], options: AddOptions): void
  /** Returns the notes after the last game. */
  finish(): PlayNotes
}
interface AddOptions {
  readonly stats: readonly StoredPlayStat[]
  readonly spread: number
}

const noText = 0xffff_ffff

export function createSeasonPlays(players: SeasonPlayers): SeasonPlays {
  const columns = createPlayColumns(20_000)
  const ids: BigUint64Array[] = []
  const texts: Buffer[] = []
  /** Start and length of each row's text; `noText` for none. */
  const places: [number, number][] = []
  const drives = new Map<number, Map<number, number>>()
  let textLength = 0

  return {
    columns,
    add({ id, home, away, startMs }, stored, { stats, spread }) {
      const sorted = stored.toSorted(
        (one, other) => one.drive - other.drive || one.number - other.number || orderOf(one, other),
      )
      const statsByPlay = groupBy(stats)
      const first = columns.count
      const play = emptyPlay()
      const driveIds = new Map<number, number>()
      for (const one of sorted) {
        const isHome = one.offense.toLowerCase() === home.name.toLowerCase()
        // in the source the kicking side has the ball; here a kickoff begins the other side's drive
        const isKickoff = one.type === types.kickoff || one.type === types.kickoffTouchdown
        const homeBall = isKickoff ? !isHome : isHome
        const [offense, defense] = homeBall ? [home, away] : [away, home]
        Object.assign(play, {
          drive: one.drive,
          type: one.type,
          homeBall: Number(homeBall),
          period: one.period,
          clock: one.clock,
          down: one.down,
          distance: one.distance,
          toGoal: one.toGoal,
          yards: one.yards,
          homeScore: isHome ? one.offenseScore : one.defenseScore,
          awayScore: isHome ? one.defenseScore : one.offenseScore,
          homeTimeouts: isHome ? one.offenseTimeouts : one.defenseTimeouts,
          awayTimeouts: isHome ? one.defenseTimeouts : one.offenseTimeouts,
          scoring: Number(one.scoring),
          wall: wallOf(one.wallMs, startMs),
          length: one.length,
          returned: one.returned,
          try: one.try,
          ppa: Number.NaN,
          homeWin: 0,
        })
        const thrown = isPass(play)
        const own = one.type === types.fumbleOwn
        play.actor = players.ofName(isKickoff ? defense : offense, one.actor, actorPosition(one.type, thrown))
        play.partner = players.ofName(one.type === types.punt ? defense : offense, one.partner, 'WR')
        play.defender = players.ofName(defense, one.defender, '')
        play.second = players.ofName(
          own ? offense : defense,
          isSchool(one.second, [home.name, away.name]) ? null : one.second,
          '',
        )
        for (const stat of statsByPlay.get(one.id) ?? []) applyStat(play, stat, players.ofAthlete(stat.athlete))
        columns.push(play)
        if (one.driveId !== null) driveIds.set(one.drive, one.driveId)
        const text = one.text === null ? undefined : Buffer.from(one.text)
        places.push(text ? [textLength, text.length] : [noText, 0])
        if (text) {
          texts.push(text)
          textLength += text.length
        }
      }
      drives.set(id, driveIds)
      ids.push(BigUint64Array.from(sorted, (one) => BigInt(one.id)))
      addPpa(columns, first, columns.count)
      addWinProbability(columns, first, columns.count, spread)
    },
    finish() {
      columns.trim()
      const allIds = new BigUint64Array(columns.count)
      let at = 0
      for (const some of ids) {
        allIds.set(some, at)
        at += some.length
      }
      const starts = Uint32Array.from(places, ([start]) => start)
      const lengths = Uint16Array.from(places, ([, length]) => length)
      return notesOf(allIds, { bytes: Buffer.concat(texts), starts, lengths }, drives)
    },
  }
}

interface Texts {
  readonly bytes: Buffer
  readonly starts: Uint32Array
  readonly lengths: Uint16Array
}

/** Returns the notes. A separate function, because a closure of the builder would retain all of its data. */
function notesOf(
  ids: BigUint64Array,
  { bytes, starts, lengths }: Texts,
  drives: ReadonlyMap<number, ReadonlyMap<number, number>>,
): PlayNotes {
  return {
    idOf: (row) => String(present(ids[row])),
    textOf(row) {
      const start = present(starts[row])
      return start === noText ? null : bytes.toString('utf8', start, start + present(lengths[row]))
    },
    driveIdOf: (game, drive) => drives.get(game)?.get(drive) ?? game * 100 + drive,
  }
}

function orderOf(one: StoredPlay, other: StoredPlay): number {
  if (one.id.length !== other.id.length) return one.id.length - other.id.length
  return one.id < other.id ? -1 : 1
}

function wallOf(wallMs: number | null, startMs: number): number {
  const seconds = wallMs === null ? noTime : Math.round((wallMs - startMs) / 1000)
  // a late game might have been moved to another day
  return seconds >= 0 && seconds < noTime ? seconds : noTime
}

function actorPosition(type: number, isThrown: boolean): string {
  if (type === types.kickoff || type === types.kickoffTouchdown) return 'PK'
  if (type === types.fieldGoal || type === types.fieldGoalMissed || type === types.blockedFieldGoal) return 'PK'
  if (type === types.punt || type === types.puntTouchdown || type === types.blockedPunt) return 'P'
  return isThrown ? 'QB' : 'RB'
}

/** Reports whether a name is a school: texts name the recovering team as often as the player. */
function isSchool(name: string | null, schools: readonly string[]): boolean {
  return name !== null && schools.some((school) => school.toLowerCase() === name.toLowerCase())
}

function groupBy(stats: readonly StoredPlayStat[]): Map<string, StoredPlayStat[]> {
  const byPlay = new Map<string, StoredPlayStat[]>()
  for (const stat of stats) {
    const known = byPlay.get(stat.play)
    if (known) known.push(stat)
    else byPlay.set(stat.play, [stat])
  }
  return byPlay
}

type Role = 'actor' | 'partner' | 'defender' | 'second'
const roles: Readonly<Record<string, Role>> = {
  completion: 'actor',
  incompletion: 'actor',
  'interception thrown': 'actor',
  rush: 'actor',
  'sack taken': 'actor',
  punt: 'actor',
  kickoff: 'actor',
  'field goal made': 'actor',
  'field goal missed': 'actor',
  target: 'partner',
  reception: 'partner',
  'kickoff return': 'partner',
  'punt return': 'partner',
  sack: 'defender',
  interception: 'defender',
  'pass breakup': 'defender',
  'fumble forced': 'defender',
  'fumble recovered': 'second',
}

function applyStat(play: Record<Role, number>, { type }: StoredPlayStat, player: number): void {
  if (player === nobody) return
  const name = type.toLowerCase()
  const role = roles[name]
  if (role) play[role] = player
  // the first of two tacklers is named first
  else if (name === 'tackle' && play.defender === nobody) play.defender = player
  else if (name === 'tackle' && play.defender !== player) play.second = player
}

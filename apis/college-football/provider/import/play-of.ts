// Reads a play from a row of the API or of the tables of cfbfastR, whose player names are used unchanged.

import { tries } from '../../model/plays/columns.ts'
import { typeNames, types } from '../../model/plays/kinds.ts'
import { booleanOf, type Fields, numberOf, textOf, timeOf, wholeOf } from './fields.ts'
import { wordsOf } from './play-words.ts'
import { Incomplete } from './record-of.ts'
import type { StoredPlay, StoredPlayStat } from './stored.ts'

/** The columns read from a table of plays. */
export const playColumns: ReadonlySet<string> = new Set([
  ...['id', 'idplay', 'playid', 'gameid', 'season', 'year', 'driveid', 'drivenumber', 'playnumber', 'driveplaynumber'],
  ...['gameplaynumber', 'offense', 'offenseplay', 'defense', 'defenseplay', 'home', 'away', 'playtype', 'playtext'],
  ...['period', 'clock', 'clockminutes', 'clockseconds', 'down', 'distance', 'yardstogoal', 'yardsgained', 'scoring'],
  ...['scoringplay', 'offensescore', 'defensescore', 'offensetimeouts', 'defensetimeouts', 'wallclock', 'yardline'],
  ...[
    'yardsinterceptionreturn',
    'ydspuntreturn',
    'ydskickoffreturn',
    'ydsintreturn',
    'ydspunted',
    'ydskickoff',
    'ydsfg',
  ],
  ...['rusherplayername', 'passerplayername', 'receiverplayername', 'sackplayername', 'sackplayername2'],
  ...['interceptionplayername', 'passbreakupplayername', 'fumbleforcedplayername', 'fumblerecoveredplayername'],
  ...['fgkickerplayername', 'fgblockplayername', 'kickoffplayername', 'kickoffreturnerplayername'],
  ...['punterplayername', 'puntreturnerplayername', 'puntblockplayername', 'pointafter'],
])

/** Other names of types, and types that are equivalent for all computations (SOURCES 5.4). */
const otherTypes: Readonly<Record<string, number>> = {
  'pass completion': types.reception,
  pass: types.reception,
  'pass interception': types.interception,
  interception: types.interception,
  'interception return': types.interception,
  'kickoff return (offense)': types.kickoff,
  'kickoff return (defense)': types.kickoff,
  'punt return': types.punt,
  'fumble recovery (opponent) touchdown': types.fumbleTouchdown,
  'fumble return touchdown touchdown': types.fumbleTouchdown,
  'punt team fumble recovery': types.punt,
  'kickoff team fumble recovery': types.kickoff,
  'blocked field goal return': types.blockedFieldGoal,
  'end of regulation': types.endPeriod,
}
const idsOfTypes = new Map([...typeNames].map(([id, { text }]) => [text.toLowerCase(), id]))
const uncategorized = 999
/** Plays that are not downs, whatever their row says. */
const betweenDowns = new Set<number>([
  ...[types.kickoff, types.kickoffTouchdown, types.timeout, types.endPeriod, types.endOfHalf, types.endOfGame],
  ...[57, uncategorized],
])
const digits = /^\d{1,19}$/

interface FoundPlay {
  readonly game: number
  /** 0 if the row has none. */
  readonly season: number
  readonly play: StoredPlay
}

/** Reads a play. Throws `Incomplete`. */
export function playOf(fields: Fields): FoundPlay {
  const game = wholeOf(fields, 'gameid')
  const id = textOf(fields, 'idplay', 'playid', 'id')
  const offense = textOf(fields, 'offenseplay', 'offense')
  const name = textOf(fields, 'playtype')
  if (game === null) throw new Incomplete('it has no id of a game')
  if (id === null || !digits.test(id)) throw new Incomplete('it has no id of a play')
  if (offense === null || name === null) throw new Incomplete('it has no offense or no type')
  const lower = name.toLowerCase()
  const type = idsOfTypes.get(lower) ?? otherTypes[lower] ?? uncategorized
  const text = textOf(fields, 'playtext')
  const words = wordsOf(type, text)
  const named = peopleOf(type, fields)
  const scoring = booleanOf(fields, 'scoringplay', 'scoring') ?? false
  const play: StoredPlay = {
    id,
    type,
    offense,
    text,
    scoring,
    drive: between(wholeOf(fields, 'drivenumber'), 0, 255),
    driveId: wholeOf(fields, 'driveid'),
    number: wholeOf(fields, 'gameplaynumber', 'playnumber', 'driveplaynumber') ?? 0,
    period: between(wholeOf(fields, 'period'), 1, 20),
    clock: between(clockOf(fields), 0, 900),
    down: betweenDowns.has(type) ? 0 : between(wholeOf(fields, 'down'), 0, 4),
    distance: between(wholeOf(fields, 'distance'), 0, 99),
    toGoal: between(wholeOf(fields, 'yardstogoal'), 0, 100),
    yards: between(wholeOf(fields, 'yardsgained'), -109, 109),
    offenseScore: between(wholeOf(fields, 'offensescore'), 0, 255),
    defenseScore: between(wholeOf(fields, 'defensescore'), 0, 255),
    offenseTimeouts: between(wholeOf(fields, 'offensetimeouts'), 0, 3),
    defenseTimeouts: between(wholeOf(fields, 'defensetimeouts'), 0, 3),
    wallMs: timeOf(fields, 'wallclock'),
    actor: named.actor ?? words.actor,
    partner: named.partner ?? words.partner,
    defender: named.defender ?? words.defender,
    second: named.second ?? words.second,
    length: between(wholeOf(fields, 'ydspunted', 'ydskickoff', 'ydsfg') ?? words.length, 0, 120),
    returned: between(
      wholeOf(fields, 'ydsintreturn', 'ydspuntreturn', 'ydskickoffreturn') ?? words.returned,
      ...([-50, 109] as const),
    ),
    try: scoring ? words.try : tries.none,
  }
  return { game, season: wholeOf(fields, 'season', 'year') ?? 0, play }
}

/** Reads a statistic of a play. Throws `Incomplete`. */
export function playStatOf(fields: Fields): { game: number; season: number; stat: StoredPlayStat } {
  const game = wholeOf(fields, 'gameid')
  const play = textOf(fields, 'playid')
  const athlete = wholeOf(fields, 'athleteid')
  const type = textOf(fields, 'stattype')
  if (game === null || play === null || athlete === null || type === null)
    throw new Incomplete('it lacks the game, the play, the athlete or the type')
  return { game, season: wholeOf(fields, 'season') ?? 0, stat: { play, athlete, type } }
}

/** Reads a clock in minutes and seconds, or as `MM:SS`. */
function clockOf(fields: Fields): number {
  const minutes = numberOf(fields, 'clockminutes')
  if (minutes !== null) return minutes * 60 + (numberOf(fields, 'clockseconds') ?? 0)
  const match = /^(?:00:)?(\d{1,2}):(\d\d)$/.exec(textOf(fields, 'clock') ?? '')
  return match ? Number(match[1]) * 60 + Number(match[2]) : 0
}

function between(value: number | null, least: number, most: number): number {
  return Math.min(most, Math.max(least, value ?? 0))
}

/** Reads the player columns of cfbfastR. */
function peopleOf(type: number, fields: Fields) {
  const name = (...names: readonly string[]) => textOf(fields, ...names)
  const isFieldGoal = type === types.fieldGoal || type === types.fieldGoalMissed || type === types.blockedFieldGoal
  if (isFieldGoal) return { ...nobodyNamed, actor: name('fgkickerplayername'), defender: name('fgblockplayername') }
  if (type === types.kickoff || type === types.kickoffTouchdown)
    return { ...nobodyNamed, actor: name('kickoffplayername'), partner: name('kickoffreturnerplayername') }
  if (type === types.punt || type === types.puntTouchdown || type === types.blockedPunt)
    return {
      actor: name('punterplayername'),
      partner: name('puntreturnerplayername'),
      defender: name('puntblockplayername'),
      second: null,
    }
  return {
    actor: name('passerplayername', 'rusherplayername'),
    partner: name('receiverplayername'),
    defender: name('interceptionplayername', 'passbreakupplayername', 'fumbleforcedplayername', 'sackplayername'),
    second: name('fumblerecoveredplayername', 'sackplayername2'),
  }
}
const nobodyNamed = { actor: null, partner: null, defender: null, second: null }

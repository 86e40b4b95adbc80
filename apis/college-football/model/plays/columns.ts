// Plays in columns: 37 bytes each, so that a million take 37 MB and a scan over a season takes milliseconds.

import { present } from '#define/present'

/** Represents a missing player. */
export const nobody = 0xffff
/** Represents a missing time. */
export const noTime = 0xffff

/** Results of the try after a touchdown. */
export const tries = { none: 0, kickGood: 1, kickMissed: 2, twoGood: 3, twoFailed: 4 } as const

export interface Play {
  /** Number of the drive in its game, from 1. */
  drive: number
  /** Id of the type (SOURCES 3.1). */
  type: number
  /** 1 if the home team has the ball. */
  homeBall: number
  period: number
  /** Seconds left in the period at the start of the play. */
  clock: number
  /** 0 for plays that are not from scrimmage. */
  down: number
  distance: number
  toGoal: number
  yards: number
  /** Scores and timeouts after the play. */
  homeScore: number
  awayScore: number
  homeTimeouts: number
  awayTimeouts: number
  scoring: number
  /** Seconds since the kickoff of the game in real time, or `noTime`. */
  wall: number
  /** The passer, runner, kicker or punter. */
  actor: number
  /** The target of a pass or the returner of a kick. */
  partner: number
  /** The player who tackled, sacked, intercepted, broke up, forced or blocked. */
  defender: number
  /** The player who assisted a tackle or recovered the fumble. */
  second: number
  /** Yards of a kick. */
  length: number
  /** Yards of a return. */
  returned: number
  try: number
  /** Predicted points added; NaN if the play has no such value. */
  ppa: number
  /** Chance after the play that the home team wins. */
  homeWin: number
}

export interface PlayColumns {
  readonly count: number
  push(play: Play): void
  /** Returns the play of a row in a new object. */
  at(row: number): Play
  /** Reads a row into an object that the caller reuses, for scans. */
  read(row: number, into: Play): Play
  setPpa(row: number, ppa: number): void
  setHomeWin(row: number, homeWin: number): void
  /** Frees memory reserved for further plays. */
  trim(): void
}

/** Creates growable columns; `expected` is the number of rows to reserve. */
export function createPlayColumns(expected: number): PlayColumns {
  let columns = columnsOf(expected)
  let capacity = expected
  let count = 0
  const resize = (size: number) => {
    const resized = columnsOf(size)
    const from: Readonly<Record<string, Column>> = columns
    for (const [name, column] of Object.entries<Column>(resized)) {
      const filled = from[name]
      if (filled) column.set(filled.subarray(0, Math.min(size, count)))
    }
    columns = resized
    capacity = size
  }
  return {
    get count() {
      return count
    },
    push(play) {
      if (count === capacity) resize(Math.max(256, capacity * 2))
      write(columns, count, play)
      count++
    },
    at: (row) => read(columns, row, emptyPlay()),
    read: (row, into) => read(columns, row, into),
    setPpa: (row, ppa) => {
      columns.ppa[row] = ppa
    },
    setHomeWin: (row, homeWin) => {
      columns.homeWin[row] = homeWin
    },
    trim: () => resize(count),
  }
}

type Column = Uint8Array | Int8Array | Uint16Array | Float32Array

type Columns = ReturnType<typeof columnsOf>

function columnsOf(size: number) {
  const bytes = () => new Uint8Array(size)
  const words = () => new Uint16Array(size)
  return {
    drive: bytes(),
    type: words(),
    homeBall: bytes(),
    period: bytes(),
    clock: words(),
    down: bytes(),
    distance: bytes(),
    toGoal: bytes(),
    yards: new Int8Array(size),
    homeScore: bytes(),
    awayScore: bytes(),
    homeTimeouts: bytes(),
    awayTimeouts: bytes(),
    scoring: bytes(),
    wall: words(),
    actor: words(),
    partner: words(),
    defender: words(),
    second: words(),
    length: bytes(),
    returned: new Int8Array(size),
    try: bytes(),
    ppa: new Float32Array(size),
    homeWin: new Float32Array(size),
  }
}

export function emptyPlay(): Play {
  // without spreads, because scans create one for each drive
  return {
    drive: 0,
    type: 0,
    homeBall: 0,
    period: 0,
    clock: 0,
    down: 0,
    distance: 0,
    toGoal: 0,
    yards: 0,
    homeScore: 0,
    awayScore: 0,
    homeTimeouts: 0,
    awayTimeouts: 0,
    scoring: 0,
    wall: 0,
    actor: nobody,
    partner: nobody,
    defender: nobody,
    second: nobody,
    length: 0,
    returned: 0,
    try: 0,
    ppa: Number.NaN,
    homeWin: 0,
  }
}

// Both are written out, because a loop over names takes ten times as long.

function read(columns: Columns, row: number, into: Play): Play {
  into.drive = present(columns.drive[row])
  into.type = present(columns.type[row])
  into.homeBall = present(columns.homeBall[row])
  into.period = present(columns.period[row])
  into.clock = present(columns.clock[row])
  into.down = present(columns.down[row])
  into.distance = present(columns.distance[row])
  into.toGoal = present(columns.toGoal[row])
  into.yards = present(columns.yards[row])
  into.homeScore = present(columns.homeScore[row])
  into.awayScore = present(columns.awayScore[row])
  into.homeTimeouts = present(columns.homeTimeouts[row])
  into.awayTimeouts = present(columns.awayTimeouts[row])
  into.scoring = present(columns.scoring[row])
  into.wall = present(columns.wall[row])
  into.actor = present(columns.actor[row])
  into.partner = present(columns.partner[row])
  into.defender = present(columns.defender[row])
  into.second = present(columns.second[row])
  into.length = present(columns.length[row])
  into.returned = present(columns.returned[row])
  into.try = present(columns.try[row])
  into.ppa = present(columns.ppa[row])
  into.homeWin = present(columns.homeWin[row])
  return into
}

function write(columns: Columns, row: number, play: Play): void {
  columns.drive[row] = play.drive
  columns.type[row] = play.type
  columns.homeBall[row] = play.homeBall
  columns.period[row] = play.period
  columns.clock[row] = play.clock
  columns.down[row] = play.down
  columns.distance[row] = play.distance
  columns.toGoal[row] = play.toGoal
  columns.yards[row] = play.yards
  columns.homeScore[row] = play.homeScore
  columns.awayScore[row] = play.awayScore
  columns.homeTimeouts[row] = play.homeTimeouts
  columns.awayTimeouts[row] = play.awayTimeouts
  columns.scoring[row] = play.scoring
  columns.wall[row] = play.wall
  columns.actor[row] = play.actor
  columns.partner[row] = play.partner
  columns.defender[row] = play.defender
  columns.second[row] = play.second
  columns.length[row] = play.length
  columns.returned[row] = play.returned
  columns.try[row] = play.try
  columns.ppa[row] = play.ppa
  columns.homeWin[row] = play.homeWin
}

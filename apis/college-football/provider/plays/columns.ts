// Plays in columns: some 40 bytes each, so that a million fit into 40 MB and a scan over a season takes milliseconds.
import { releaseBuffer } from '#provider'

/** The player of a play that has none. */
export const nobody = 0xffff
/** The time of a play that has none. */
export const noTime = 0xffff

/** What followed a touchdown. */
export const tries = { none: 0, kickGood: 1, kickMissed: 2, twoGood: 3, twoFailed: 4 } as const

export interface Play {
  /** Number of the drive in its game, from 1. */
  drive: number
  /** Id of the type (SOURCES 3.1). */
  type: number
  /** 1 when the home team has the ball. */
  homeBall: number
  period: number
  /** Seconds left in the period when the play begins. */
  clock: number
  /** 0 for what is no play from scrimmage. */
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
  /** Seconds since the kickoff of the game by the clock on the wall, or `noTime`. */
  wall: number
  /** Passer, runner, kicker or punter. */
  actor: number
  /** Target of a pass or returner of a kick. */
  partner: number
  /** Who tackled, sacked, intercepted, broke up, forced or blocked. */
  defender: number
  /** Who helped to tackle, or recovered the fumble. */
  second: number
  /** Yards of a kick. */
  length: number
  /** Yards of a return. */
  returned: number
  try: number
  /** Predicted points added; NaN for plays that have none. */
  ppa: number
  /** Chance that the home team wins, after the play. */
  homeWin: number
}

export interface PlayColumns {
  readonly count: number
  push(play: Play): void
  /** The play of a row, in a new object. */
  at(row: number): Play
  /** Fills an object that the caller reuses, for scans. */
  read(row: number, into: Play): Play
  setPpa(row: number, ppa: number): void
  setHomeWin(row: number, homeWin: number): void
  /** Gives back the memory that is not used. */
  trim(): void
  /** All of the memory, trimmed: whoever releases it leaves no plays. */
  bytes(): Uint8Array<ArrayBuffer>
}

/** Columns that are being filled; they grow by themselves beyond the number of rows that is expected. */
export function createPlayColumns(expected: number): PlayColumns {
  return columnsIn(new ArrayBuffer(expected * bytesPerPlay), 0)
}

/** The columns that `bytes` wrote. */
export function readPlayColumns(bytes: ArrayBuffer): PlayColumns {
  return columnsIn(bytes, bytes.byteLength / bytesPerPlay)
}

function columnsIn(memory: ArrayBuffer, filled: number): PlayColumns {
  let columns = viewsOf(memory)
  let capacity = memory.byteLength / bytesPerPlay
  let count = filled
  const resize = (size: number) => {
    const resized = viewsOf(new ArrayBuffer(size * bytesPerPlay))
    const from: Readonly<Record<string, Store>> = columns
    for (const [name, store] of Object.entries<Store>(resized)) {
      const filledStore = from[name]
      if (filledStore) store.set(filledStore.subarray(0, Math.min(size, count)))
    }
    releaseBuffer(new Uint8Array(columns.ppa.buffer))
    columns = resized
    capacity = size
  }
  // written out, because a loop over names takes ten times as long
  const read = (row: number, into: Play): Play => {
    into.drive = columns.drive[row] ?? 0
    into.type = columns.type[row] ?? 0
    into.homeBall = columns.homeBall[row] ?? 0
    into.period = columns.period[row] ?? 0
    into.clock = columns.clock[row] ?? 0
    into.down = columns.down[row] ?? 0
    into.distance = columns.distance[row] ?? 0
    into.toGoal = columns.toGoal[row] ?? 0
    into.yards = columns.yards[row] ?? 0
    into.homeScore = columns.homeScore[row] ?? 0
    into.awayScore = columns.awayScore[row] ?? 0
    into.homeTimeouts = columns.homeTimeouts[row] ?? 0
    into.awayTimeouts = columns.awayTimeouts[row] ?? 0
    into.scoring = columns.scoring[row] ?? 0
    into.wall = columns.wall[row] ?? 0
    into.actor = columns.actor[row] ?? 0
    into.partner = columns.partner[row] ?? 0
    into.defender = columns.defender[row] ?? 0
    into.second = columns.second[row] ?? 0
    into.length = columns.length[row] ?? 0
    into.returned = columns.returned[row] ?? 0
    into.try = columns.try[row] ?? 0
    into.ppa = columns.ppa[row] ?? 0
    into.homeWin = columns.homeWin[row] ?? 0
    return into
  }
  return {
    get count() {
      return count
    },
    push(play) {
      if (count === capacity) resize(Math.max(256, capacity * 2))
      columns.drive[count] = play.drive
      columns.type[count] = play.type
      columns.homeBall[count] = play.homeBall
      columns.period[count] = play.period
      columns.clock[count] = play.clock
      columns.down[count] = play.down
      columns.distance[count] = play.distance
      columns.toGoal[count] = play.toGoal
      columns.yards[count] = play.yards
      columns.homeScore[count] = play.homeScore
      columns.awayScore[count] = play.awayScore
      columns.homeTimeouts[count] = play.homeTimeouts
      columns.awayTimeouts[count] = play.awayTimeouts
      columns.scoring[count] = play.scoring
      columns.wall[count] = play.wall
      columns.actor[count] = play.actor
      columns.partner[count] = play.partner
      columns.defender[count] = play.defender
      columns.second[count] = play.second
      columns.length[count] = play.length
      columns.returned[count] = play.returned
      columns.try[count] = play.try
      columns.ppa[count] = play.ppa
      columns.homeWin[count] = play.homeWin
      count++
    },
    at: (row) => read(row, emptyPlay()),
    read,
    setPpa: (row, ppa) => {
      columns.ppa[row] = ppa
    },
    setHomeWin: (row, homeWin) => {
      columns.homeWin[row] = homeWin
    },
    trim: () => resize(count),
    bytes() {
      if (count < capacity) resize(count)
      return new Uint8Array(columns.ppa.buffer)
    },
  }
}

type Store = Uint8Array<ArrayBuffer> | Int8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Float32Array<ArrayBuffer>

const bytesPerPlay = 37

/** The columns one after another, those of wide numbers first because they must be aligned. */
function viewsOf(memory: ArrayBuffer) {
  const size = memory.byteLength / bytesPerPlay
  let next = 0
  const place = (width: number) => {
    const at = next
    next += width * size
    return at
  }
  const floats = () => new Float32Array(memory, place(4), size)
  const words = () => new Uint16Array(memory, place(2), size)
  const bytes = () => new Uint8Array(memory, place(1), size)
  const signed = () => new Int8Array(memory, place(1), size)
  return {
    ...{ ppa: floats(), homeWin: floats() },
    ...{ type: words(), clock: words(), wall: words() },
    ...{ actor: words(), partner: words(), defender: words(), second: words() },
    ...{ drive: bytes(), homeBall: bytes(), period: bytes(), down: bytes(), distance: bytes(), toGoal: bytes() },
    ...{ homeScore: bytes(), awayScore: bytes(), homeTimeouts: bytes(), awayTimeouts: bytes() },
    ...{ scoring: bytes(), length: bytes(), try: bytes(), yards: signed(), returned: signed() },
  }
}

export function emptyPlay(): Play {
  // without spreads, because scans make one for each drive
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

// The state of a simulated game, with its transitions: score, clock, timeouts and the side with the ball.
import { present } from '#define/present'
import { emptyPlay, nobody, type Play, type PlayColumns, tries } from '../../model/plays/columns.ts'
import { types } from '../../model/plays/kinds.ts'
import type { Random } from '../draws.ts'
import type { Depth } from './depth.ts'

export interface SimulatedTeam {
  /** Points above the average, for offense and defense, home advantage included. */
  readonly attack: number
  readonly defense: number
  readonly depth: Depth
}

/** The start of the next drive. */
export type Next = { readonly offense: number; readonly toGoal: number } | { readonly kickTo: number }
/** The start of a play from scrimmage. */
export interface Spot {
  readonly down: number
  readonly distance: number
  readonly toGoal: number
}

export const periodSeconds = 900

/** Sides are 0 for the away team and 1 for the home team. */
export class GameState {
  readonly random: Random
  readonly timeouts: [away: number, home: number] = [3, 3]
  period = 1
  /** Seconds left in the period. */
  clock = periodSeconds
  /** Seconds since the kickoff in real time. */
  wall = 0
  drive = 0
  /** The side with the ball. */
  offense = 0
  readonly #plays: PlayColumns
  readonly #teams: readonly [away: SimulatedTeam, home: SimulatedTeam]
  readonly #score: [away: number, home: number] = [0, 0]

  constructor(plays: PlayColumns, teams: readonly [SimulatedTeam, SimulatedTeam], random: Random) {
    this.#plays = plays
    this.#teams = teams
    this.random = random
  }

  team(side: number): SimulatedTeam {
    return this.#teams[side === 1 ? 1 : 0]
  }

  /** Draws one of the entries; `nobody` from an empty list. */
  one(entries: readonly number[]): number {
    return entries[this.random.int(0, entries.length - 1)] ?? nobody
  }

  scoreOf(side: number): number {
    return present(this.#score[side])
  }

  addScore(side: number, points: number): void {
    this.#score[side] = this.scoreOf(side) + points
  }

  isOvertime(): boolean {
    return this.period > 4
  }

  /** Adds a play in the current state, with these fields replaced. */
  push(fields: Partial<Play>): void {
    const [awayScore, homeScore] = this.#score
    const [awayTimeouts, homeTimeouts] = this.timeouts
    this.#plays.push({
      ...emptyPlay(),
      drive: this.drive,
      homeBall: this.offense,
      period: this.period,
      clock: this.clock,
      homeScore,
      awayScore,
      homeTimeouts,
      awayTimeouts,
      wall: this.wall,
      ...fields,
    })
  }

  /** Advances the clock; returns false if the half is over. */
  elapse(seconds: number, pause: number): boolean {
    this.wall += seconds + pause
    if (this.isOvertime()) return true
    this.clock -= seconds
    if (this.clock > 0) return true
    this.clock = 0
    if (this.period === 2 || this.period === 4) return false
    this.push({ type: types.endPeriod })
    this.period++
    this.clock = periodSeconds
    this.wall += 180
    return true
  }

  /** Adds the points of a touchdown and of the try after it; returns how the try ended. */
  tryAfter(side: number): number {
    this.addScore(side, 6)
    const lead = this.scoreOf(side) - this.scoreOf(1 - side)
    const isWorthTwo = lead === -2 || lead === 1 || lead === 5
    const goesForTwo = this.period > 5 || (this.period >= 4 && isWorthTwo && this.random.chance(0.7))
    if (goesForTwo) {
      if (!this.random.chance(0.45)) return tries.twoFailed
      this.addScore(side, 2)
      return tries.twoGood
    }
    if (!this.random.chance(0.965)) return tries.kickMissed
    this.addScore(side, 1)
    return tries.kickGood
  }
}

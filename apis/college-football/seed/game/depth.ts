// Depth charts: lists in which a player occurs in proportion to his use.
import { rosterSize, type SamplePlayer } from '../people.ts'

/** Indexes in the season's list of players. */
type Entries = readonly number[]

export interface Depth {
  readonly passers: Entries
  readonly runners: Entries
  readonly receivers: Entries
  readonly tacklers: Entries
  readonly rushers: Entries
  readonly backs: Entries
  readonly returners: Entries
  readonly kicker: number
  readonly punter: number
}

/** Number of entries of the first, second, … player of a position. */
type Uses = readonly (readonly [string, readonly number[]])[]
const uses: Readonly<
  Record<'passers' | 'runners' | 'receivers' | 'tacklers' | 'rushers' | 'backs' | 'returners', Uses>
> = {
  passers: [['QB', [19, 1]]],
  runners: [
    ['RB', [20, 9, 4, 1]],
    ['QB', [5]],
    ['WR', [1]],
    ['FB', [1]],
  ],
  receivers: [
    ['WR', [12, 9, 6, 3, 2, 1]],
    ['TE', [5, 2, 1]],
    ['RB', [4, 2]],
    ['FB', [1]],
  ],
  tacklers: [
    ['LB', [9, 8, 6, 3, 2, 1]],
    ['S', [7, 6, 3, 2]],
    ['CB', [5, 4, 2]],
    ['DE', [4, 4, 2]],
    ['DT', [3, 3, 2]],
  ],
  rushers: [
    ['DE', [8, 7, 3, 2]],
    ['DT', [5, 4, 2]],
    ['LB', [5, 4, 3, 1]],
  ],
  backs: [
    ['CB', [8, 7, 4, 2]],
    ['S', [6, 5, 2]],
    ['LB', [3, 2, 1]],
  ],
  returners: [
    ['WR', [3, 2]],
    ['CB', [2]],
    ['RB', [0, 2]],
  ],
}

/** Returns the depth chart of the school with this index; better players come first. */
export function depthOf(roster: readonly SamplePlayer[], school: number): Depth {
  const first = school * rosterSize
  const byPosition = new Map<string, { entry: number; skill: number }[]>()
  for (const [place, player] of roster.entries()) {
    const entry = first + place
    const known = byPosition.get(player.position)
    if (known) known.push({ entry, skill: player.skill })
    else byPosition.set(player.position, [{ entry, skill: player.skill }])
  }
  for (const list of byPosition.values()) list.sort((one, other) => other.skill - one.skill)
  const used = (name: keyof typeof uses): Entries =>
    uses[name].flatMap(([position, counts]) =>
      counts.flatMap((count, at) => Array<number>(count).fill(byPosition.get(position)?.[at]?.entry ?? first)),
    )
  const best = (position: string) => byPosition.get(position)?.[0]?.entry ?? first
  return {
    passers: used('passers'),
    runners: used('runners'),
    receivers: used('receivers'),
    tacklers: used('tacklers'),
    rushers: used('rushers'),
    backs: used('backs'),
    returners: used('returners'),
    kicker: best('PK'),
    punter: best('P'),
  }
}

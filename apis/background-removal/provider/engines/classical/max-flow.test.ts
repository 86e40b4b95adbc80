// The cut is a minimum one: compared with trying every division of small grids.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Grid } from './max-flow.ts'

const directions = [
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
] as const
type Problem = { width: number; height: number; terminals: [number, number][]; links: number[] }

const problems = fc
  .record({ width: fc.integer({ min: 2, max: 4 }), height: fc.integer({ min: 2, max: 3 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      terminals: fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { minLength: width * height, maxLength: width * height }),
      links: fc.array(fc.nat(12), { minLength: width * height * 4, maxLength: width * height * 4 }),
    }),
  )

function costOf({ width, height, terminals, links }: Problem, sides: readonly number[]): number {
  let cost = 0
  for (const [at, [source, sink]] of terminals.entries()) {
    cost += sides[at] === 1 ? sink : source
    const [x, y] = [at % width, Math.floor(at / width)]
    for (const [direction, [dx, dy]] of directions.entries())
      if (x + dx >= 0 && x + dx < width && y + dy < height && sides[at] !== sides[at + dy * width + dx])
        cost += links[at * 4 + direction] ?? 0
  }
  return cost
}

function cutOf({ width, height, terminals, links }: Problem): number[] {
  const grid = new Grid(width, height)
  for (const [at, [source, sink]] of terminals.entries()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    grid.setTerminals(grid.nodeOf(x, y), source, sink)
    for (const [direction, [dx, dy]] of directions.entries())
      if (x + dx >= 0 && x + dx < width && y + dy < height)
        grid.link(grid.nodeOf(x, y), direction, links[at * 4 + direction] ?? 0)
  }
  const sides = grid.cut(1_000_000) ?? []
  return terminals.map((_, at) => sides[grid.nodeOf(at % width, Math.floor(at / width))] ?? 0)
}

test('no division of a grid costs less than the cut', () => {
  fc.assert(
    fc.property(problems, (problem) => {
      const count = problem.terminals.length
      let least = Number.POSITIVE_INFINITY
      for (let division = 0; division < 2 ** count; division++)
        least = Math.min(
          least,
          costOf(
            problem,
            Array.from({ length: count }, (_, at) => (division >> at) & 1),
          ),
        )
      assert.equal(costOf(problem, cutOf(problem)), least)
    }),
    { numRuns: 150 },
  )
})

test('a cut that takes too many steps has no result', () => {
  const grid = new Grid(3, 1)
  for (const x of [0, 1, 2]) grid.setTerminals(grid.nodeOf(x, 0), x === 0 ? 9 : 0, x === 2 ? 9 : 0)
  grid.link(grid.nodeOf(0, 0), 0, 5)
  grid.link(grid.nodeOf(1, 0), 0, 5)
  assert.equal(grid.cut(5), undefined)
})

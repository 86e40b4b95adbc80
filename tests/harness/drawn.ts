// Random order by the seed of the tests.
import { testSeed } from './seed.ts'

/** Shuffles the items by the seed and the title, so that other titles have no effect here. */
export function drawn<T>(items: readonly T[], title: string): T[] {
  let state = [...title].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, testSeed >>> 0)
  return items
    .map((item) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return { item, rank: state }
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

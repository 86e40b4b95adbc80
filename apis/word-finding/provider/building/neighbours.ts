// Neighbouring words in running text, in both directions.
import { present } from '#define/present'
import { isSilent } from '../meaning/terms.ts'
import { growingNumbers, growingShorts, pairSpan } from './packing.ts'

/** Selects the pairs worth reporting: repeated ones, and single ones of two meaningful words. Reverses the pairs. */
export function buildNeighbours(pairs: Float64Array, texts: readonly string[]) {
  const silent = Uint8Array.from(texts, (text) => (isSilent(text) ? 1 : 0))
  const forward = gatherPairs(pairs, silent)
  for (const [at, pair] of pairs.entries()) pairs[at] = (pair % pairSpan) * pairSpan + Math.floor(pair / pairSpan)
  const backward = gatherPairs(pairs, silent)
  return {
    followedWords: forward.heads,
    followersAt: forward.at,
    followers: forward.others,
    followerCounts: forward.counts,
    precededWords: backward.heads,
    predecessorsAt: backward.at,
    predecessors: backward.others,
    predecessorCounts: backward.counts,
  }
}

function gatherPairs(pairs: Float64Array, silent: Uint8Array) {
  const heads = growingNumbers()
  const at = growingNumbers()
  const others = growingNumbers()
  const counts = growingShorts()
  let last = -1
  pairs.sort()
  for (let from = 0, to = 0; from < pairs.length; from = to) {
    const pair = present(pairs[from])
    while (pairs[to] === pair) to++
    const [head, other] = [Math.floor(pair / pairSpan), pair % pairSpan]
    if (to - from === 1 && (silent[head] === 1 || silent[other] === 1)) continue
    if (head !== last) {
      heads.push(head)
      at.push(others.length)
      last = head
    }
    others.push(other)
    counts.push(Math.min(65_535, to - from))
  }
  at.push(others.length)
  return { heads: heads.done(), at: at.done(), others: others.done(), counts: counts.done() }
}

// Stores matches in tables of a fixed size: as objects, tens of thousands of matches would grow the heap by many times
// their size.
import { present } from '#define/present'
import { type Match, matchOf } from './matches.ts'

/** A stored list of matches: the blocks it occupies, in order. */
export interface Stored {
  readonly blocks: readonly number[]
  readonly length: number
}
interface MatchStore {
  /** Stores a copy; returns undefined if the store is full. */
  add(matches: readonly Match[]): Stored | undefined
  /** Returns the matches of a stored list. */
  read(stored: Stored): Match[]
  /** Releases a list. */
  remove(stored: Stored): void
}

const blockLength = 16
const none = -1
/** Matches share a small set of tag lists (score-board.ts); each list has a number. */
const mostTagLists = 255

/**
 * Creates a store for `most` matches, fewer if lists are short: each list takes whole blocks, an empty list one block.
 */
export function createMatchStore(most: number): MatchStore {
  const blockCount = Math.ceil(most / blockLength)
  const room = blockCount * blockLength
  const words = new Uint32Array(room)
  const scores = new Float64Array(room)
  const synsets = new Int32Array(room)
  const pronunciations = new Int32Array(room)
  const tagged = new Uint8Array(room)
  const tagLists: (readonly string[])[] = []
  const free = Uint32Array.from({ length: blockCount }, (_, at) => blockCount - 1 - at)
  let freeCount = blockCount

  /** Returns the number of a list of tags; 0 for undefined. */
  function numberOf(tags: readonly string[] | undefined): number {
    if (tags === undefined) return 0
    const known = tagLists.indexOf(tags)
    if (known >= 0) return known + 1
    if (tagLists.length === mostTagLists) throw new Error('matches do not share their lists of tags')
    return tagLists.push(tags)
  }
  function write(slot: number, { word, score, synset = none, pronunciation = none, tags }: Match): void {
    words[slot] = word
    scores[slot] = score
    synsets[slot] = synset
    pronunciations[slot] = pronunciation
    tagged[slot] = numberOf(tags)
  }
  function readAt(slot: number): Match {
    const synset = present(synsets[slot])
    const pronunciation = present(pronunciations[slot])
    return matchOf(present(words[slot]), present(scores[slot]), {
      synset: synset === none ? undefined : synset,
      pronunciation: pronunciation === none ? undefined : pronunciation,
      tags: tagLists[present(tagged[slot]) - 1],
    })
  }
  const slotOf = (blocks: readonly number[], at: number): number =>
    present(blocks[Math.floor(at / blockLength)]) * blockLength + (at % blockLength)

  function add(matches: readonly Match[]): Stored | undefined {
    const count = Math.max(1, Math.ceil(matches.length / blockLength))
    if (count > freeCount) return undefined
    const blocks: number[] = []
    for (let at = 0; at < count; at++) blocks.push(present(free[--freeCount]))
    let index = 0
    for (const match of matches) write(slotOf(blocks, index++), match)
    return { blocks, length: matches.length }
  }
  return {
    add,
    read({ blocks, length }) {
      const matches: Match[] = []
      for (let at = 0; at < length; at++) matches.push(readAt(slotOf(blocks, at)))
      return matches
    },
    remove({ blocks }) {
      for (const block of blocks) free[freeCount++] = block
    },
  }
}

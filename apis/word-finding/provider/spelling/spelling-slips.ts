// Counts the slips between a spelling and words, all letters of the spelling at once in the bits of a number: optimal
// string alignment (SOURCES 3.1). A bit of `diagonal` means that the table has no additional slip there compared with
// one letter earlier in both strings. Slips never decrease along a diagonal, so they are counted there, up to the
// limit. Works on bytes.
import { present } from '#define/present'

/** Maximum length of a spelling, in bytes: a bit each. */
export const longestSpelling = 32
/** The limit of countable slips: the diagonals of beginnings have four bits each. */
const mostSlips = 3

/** Counts the slips between the spelling and bytes `from` to `to`; returns any number above the limit if exceeded. */
type CountSlips = (text: Uint8Array, from: number, to: number) => number

/** Creates the counter for whole words. Throws for an empty or too long spelling. */
export function createSlips(spelling: Uint8Array, limit: number): CountSlips {
  const positions = placesOf(spelling)
  return (text, from, to) => {
    const longer = to - from - spelling.length
    let slips = longer < 0 ? -longer : longer
    // for each two vertically adjacent cells of the table: the lower one has a slip more, or less
    let more = -1
    let less = 0
    let equalBefore = 0
    let diagonal = 0
    for (let at = from; at < to && slips <= limit; at++) {
      const equal = present(positions[present(text[at])])
      const swapped = ((~diagonal & equal) << 1) & equalBefore
      diagonal = ((((equal & more) + more) | 0) ^ more) | equal | less | swapped
      const letter = at - from - longer
      if (letter >= 0 && ((diagonal >>> letter) & 1) === 0) slips++
      const rising = ((less | ~(diagonal | more)) << 1) | 1
      more = ((diagonal & more) << 1) | ~(diagonal | rising)
      less = rising & diagonal
      equalBefore = equal
    }
    return slips
  }
}

/** Counts the slips of words' beginnings, letter by letter, and can go back to any beginning. */
interface BeginningSlips {
  /**
   * Extends a beginning of `depth` letters by one letter; returns true if a longer beginning can be within the limit.
   */
  add(depth: number, byte: number): boolean
  /**
   * Returns the fewest slips between the spelling and any beginning of at most `depth` letters; any number above the
   * limit if exceeded.
   */
  fewest(depth: number): number
}

const nibble = 4
/** Mask of the highest bit of each four, which marks a diagonal with too many slips. */
const full = 0x8888888

/** Creates the counter for beginnings. Throws for an empty or too long spelling, and for a limit above `mostSlips`. */
export function createBeginningSlips(spelling: Uint8Array, limit: number): BeginningSlips {
  if (limit > mostSlips) throw new Error('the slips of beginnings are counted up to 3')
  const { length } = spelling
  const positions = placesOf(spelling)
  const depths = length + limit + 1
  const more = new Int32Array(depths).fill(-1)
  const less = new Int32Array(depths)
  const equalBefore = new Int32Array(depths)
  const diagonals = new Int32Array(depths)
  const best = new Uint8Array(depths).fill(length)
  /**
   * Slips along the diagonals around the middle one, four bits each, offset so that the highest bit is set above the
   * limit.
   */
  const counts = new Int32Array(depths)
  const band = 2 * limit + 1
  const offset = 2 ** (nibble - 1) - 1 - limit
  for (let at = 0; at < band; at++) counts[0] = present(counts[0]) | ((Math.abs(limit - at) + offset) << (nibble * at))
  const allFull = full & (2 ** (nibble * band) - 1)
  /** Increments by one for each diagonal with an unset bit. */
  const added = Int32Array.from({ length: 1 << band }, (_, bits) => {
    let sum = 0
    for (let at = 0; at < band; at++) if (((bits >> at) & 1) === 0) sum |= 1 << (nibble * at)
    return sum
  })

  function add(depth: number, byte: number): boolean {
    const moreBefore = present(more[depth])
    const lessBefore = present(less[depth])
    const equal = present(positions[byte])
    const swapped = ((~present(diagonals[depth]) & equal) << 1) & present(equalBefore[depth])
    const diagonal = ((((equal & moreBefore) + moreBefore) | 0) ^ moreBefore) | equal | lessBefore | swapped
    const rising = ((lessBefore | ~(diagonal | moreBefore)) << 1) | 1
    const next = depth + 1
    more[next] = ((diagonal & moreBefore) << 1) | ~(diagonal | rising)
    less[next] = rising & diagonal
    equalBefore[next] = equal
    diagonals[next] = diagonal
    // diagonals that begin later have no additional slip yet
    const early = limit - depth
    const bits = early > 0 ? (diagonal << early) | ((1 << early) - 1) : diagonal >>> -early
    const before = present(counts[depth])
    let count = before + (present(added[bits & ((1 << band) - 1)]) & ~((before & full) >>> (nibble - 1)))
    // the diagonal that has reached the end of the spelling has the slips of the whole
    const ended = limit + length - next
    let fewest = present(best[depth])
    if (ended < band) {
      fewest = Math.min(fewest, ((count >>> (nibble * ended)) & 15) - offset)
      count |= full << (nibble * (ended + 1))
    }
    counts[next] = count
    best[next] = fewest
    return (count & allFull) !== allFull
  }
  return { add, fewest: (depth) => present(best[depth]) }
}

/** Returns the positions of each byte in the spelling, one bit each. */
function placesOf(spelling: Uint8Array): Int32Array {
  const { length } = spelling
  if (length === 0 || length > longestSpelling) throw new Error('slips are counted in 1 to 32 bytes')
  const positions = new Int32Array(256)
  for (const [at, byte] of spelling.entries()) positions[byte] = present(positions[byte]) | (1 << at)
  return positions
}

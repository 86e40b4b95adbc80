// Counts typing errors between two words: edits of one letter, or swaps of two adjacent ones, by bit-parallel dynamic
// programming (Hyyrö 2003, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances").

/** A typed word, prepared for comparison with many words. */
interface Typed {
  /** Returns the errors to the word, or to its best-matching beginning; any number above `limit` means more. */
  errorsTo(word: string, limit: number): number
}

/** Maximum number of compared letters: they fit one machine word. */
const maxLetters = 31

export function typed(text: string): Typed {
  const pattern = text.slice(0, maxLetters)
  const { length } = pattern
  const last = 1 << (length - 1)
  const positions = new Map<number, number>()
  for (let at = 0; at < length; at++) {
    const letter = pattern.charCodeAt(at)
    positions.set(letter, (positions.get(letter) ?? 0) | (1 << at))
  }
  return {
    errorsTo(word, limit) {
      if (length === 0 || word.length + limit < length) return limit + 1
      const end = Math.min(word.length, length + limit)
      let up = -1
      let down = 0
      let diagonal = 0
      let before = 0
      let errors = length
      let best = length
      for (let at = 0; at < end; at++) {
        const here = positions.get(word.charCodeAt(at)) ?? 0
        diagonal = (((~diagonal & here) << 1) & before) | (((here & up) + up) ^ up) | here | down
        const right = down | ~(diagonal | up)
        const left = diagonal & up
        if ((right & last) !== 0) errors++
        else if ((left & last) !== 0) errors--
        const next = (right << 1) | 1
        up = (left << 1) | ~(diagonal | next)
        down = diagonal & next
        before = here
        if (errors < best) best = errors
      }
      return best
    },
  }
}

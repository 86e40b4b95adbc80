// How many typing errors lie between what was typed and a word: edits of one letter, or two neighbours swapped, counted by
// bit-parallel dynamic programming (Hyyrö 2003, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances").

/** What was typed, prepared for comparing with many words. */
export interface Typed {
  /** Errors to the word, or to the beginning of it that fits best; more than `limit` may be given as any larger number. */
  errorsTo(word: string, limit: number): number
}

/** At most 31 letters are looked at, which is one machine word. */
const longest = 31

export function typed(text: string): Typed {
  const pattern = text.slice(0, longest)
  const { length } = pattern
  const last = 1 << (length - 1)
  const places = new Map<number, number>()
  for (let at = 0; at < length; at++) {
    const letter = pattern.charCodeAt(at)
    places.set(letter, (places.get(letter) ?? 0) | (1 << at))
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
        const here = places.get(word.charCodeAt(at)) ?? 0
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

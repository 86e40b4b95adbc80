// Contractions: strings made of the beginnings of two or more consecutive words, such as `dlor` of `dragon lore` or
// `ch` of `case hardened`.

interface Contractions {
  /** Returns indexes of entries that the string could contract. */
  of(text: string): readonly number[]
}
/** Words with which a contraction can begin. */
interface Start {
  readonly index: number
  readonly words: readonly string[]
  readonly first: number
}

const minLength = 2
const maxLength = 16

/** Creates the lookup; `list` has for each entry the lists of words that a contraction can span. */
export function createContractions(list: readonly (readonly (readonly string[])[])[]): Contractions {
  const byLetter = new Map<string, Start[]>()
  for (const [index, lists] of list.entries())
    for (const words of lists)
      for (const [first, word] of words.slice(0, -1).entries()) {
        const starts = byLetter.get(word.charAt(0)) ?? []
        byLetter.set(word.charAt(0), starts)
        starts.push({ index, words, first })
      }
  return {
    of(text) {
      if (text.length < minLength || text.length > maxLength) return []
      const starts = byLetter.get(text.charAt(0)) ?? []
      return starts.filter(({ words, first }) => runsThrough(text, 0, words, first)).map(({ index }) => index)
    },
  }
}

/** Reports whether the rest of the string consists of beginnings of this word and the following ones. */
function runsThrough(text: string, from: number, words: readonly string[], at: number): boolean {
  const word = words[at]
  if (word === undefined) return false
  for (let length = beginningInCommon(text, from, word); length > 0; length--) {
    // a string that is only the beginning of its first word is a prefix, not a contraction
    if (from + length === text.length ? from > 0 : runsThrough(text, from + length, words, at + 1)) return true
  }
  return false
}

function beginningInCommon(text: string, from: number, word: string): number {
  let length = 0
  while (from + length < text.length && length < word.length && text[from + length] === word[length]) length++
  return length
}

// Contractions: texts made of beginnings of two or more consecutive words, such as `dlor` of `dragon lore` or `ch` of `case hardened`.

export interface Contractions {
  /** Places in the list that the text may be a contraction of. */
  of(text: string): readonly number[]
}
/** Where a contraction may begin. */
interface Start {
  readonly place: number
  readonly words: readonly string[]
  readonly first: number
}

const shortest = 2
const longest = 16

/** `list` has for each place the lists of words that a contraction may run through. */
export function createContractions(list: readonly (readonly (readonly string[])[])[]): Contractions {
  const byLetter = new Map<string, Start[]>()
  for (const [place, lists] of list.entries())
    for (const words of lists)
      for (const [first, word] of words.slice(0, -1).entries()) {
        const starts = byLetter.get(word.charAt(0)) ?? []
        byLetter.set(word.charAt(0), starts)
        starts.push({ place, words, first })
      }
  return {
    of(text) {
      if (text.length < shortest || text.length > longest) return []
      const starts = byLetter.get(text.charAt(0)) ?? []
      return starts.filter(({ words, first }) => runsThrough(text, 0, words, first)).map(({ place }) => place)
    },
  }
}

/** Whether the rest of the text is made of a beginning of this word and of those that follow. */
function runsThrough(text: string, from: number, words: readonly string[], at: number): boolean {
  const word = words[at]
  if (word === undefined) return false
  for (let taken = beginningInCommon(text, from, word); taken > 0; taken--) {
    // the whole text within its first word is a beginning and no contraction
    if (from + taken === text.length ? from > 0 : runsThrough(text, from + taken, words, at + 1)) return true
  }
  return false
}

function beginningInCommon(text: string, from: number, word: string): number {
  let length = 0
  while (from + length < text.length && length < word.length && text[from + length] === word[length]) length++
  return length
}

// All words of a list in sorted order, with their entries: in flat arrays, because some ten thousand words stay in
// memory.
import { present } from '#define/present'

/** Words of an entry: lower case, letters and digits only. */
export interface SearchTerms {
  readonly words: readonly string[]
  /** Words that are not part of the name; a match on them costs a little more. */
  readonly nicknames: readonly string[]
  /** Lists of words that a contraction can span. */
  readonly contractions: readonly (readonly string[])[]
}
interface WordTable {
  readonly texts: readonly string[]
  /** Letters of each word, as bits. */
  readonly letters: Int32Array
  /** Returns the index of the first word that does not sort before the text. */
  firstAtLeast(text: string): number
  /** Lowers the costs of all entries with a word. */
  lower(costs: Float32Array, index: number, cost: number): void
}

/** The extra cost of a word that is not part of the name. */
const nicknameCost = 0.3

interface Word {
  readonly text: string
  readonly extra: number
  readonly entries: number[]
}

export function createWordTable<T>(list: readonly T[], termsOf: (item: T) => SearchTerms): WordTable {
  const words = collect(list, termsOf)
  const texts = words.map(({ text }) => text)
  const extras = Float32Array.from(words, ({ extra }) => extra)
  const ends = new Uint32Array(words.length)
  const entries = new Uint32Array(words.reduce((sum, word) => sum + word.entries.length, 0))
  let end = 0
  for (const [index, word] of words.entries()) {
    entries.set(word.entries, end)
    end += word.entries.length
    ends[index] = end
  }
  return {
    texts,
    letters: Int32Array.from(texts, lettersOf),
    firstAtLeast(text) {
      let [low, high] = [0, texts.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if (present(texts[middle]) < text) low = middle + 1
        else high = middle
      }
      return low
    },
    lower(costs, index, cost) {
      const total = cost + present(extras[index])
      const first = index === 0 ? 0 : present(ends[index - 1])
      for (let at = first; at < present(ends[index]); at++) {
        const entry = present(entries[at])
        if (total < present(costs[entry])) costs[entry] = total
      }
    },
  }
}

function collect<T>(list: readonly T[], termsOf: (item: T) => SearchTerms): Word[] {
  const nameWords = new Map<string, Word>()
  const nicknameWords = new Map<string, Word>()
  const add = (known: Map<string, Word>, text: string, entry: number) => {
    const word = known.get(text) ?? { text, extra: known === nicknameWords ? nicknameCost : 0, entries: [] }
    known.set(text, word)
    if (word.entries.at(-1) !== entry) word.entries.push(entry)
  }
  for (const [entry, item] of list.entries()) {
    const { words, nicknames } = termsOf(item)
    for (const word of words) add(nameWords, word, entry)
    for (const word of nicknames) add(nicknameWords, word, entry)
  }
  return [...nameWords.values(), ...nicknameWords.values()].sort((a, b) => (a.text < b.text ? -1 : 1))
}

/** Returns one bit per letter; letters and digits beyond the Latin ones share the rest. */
export function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) % 32)
  return letters
}

export function bitsIn(value: number): number {
  let [left, count] = [value, 0]
  while (left !== 0) {
    left &= left - 1
    count++
  }
  return count
}

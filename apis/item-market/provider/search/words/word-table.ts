// All words of a list in the order of their text, with the places that have them: in flat arrays, because there are some ten
// thousand words and they are kept.

/** What an entry is found by: lower case, letters and digits only. */
export interface SearchTerms {
  readonly words: readonly string[]
  /** Words that are not part of the name; a match on them costs a little more. */
  readonly nicknames: readonly string[]
  /** Lists of words that a contraction may run through. */
  readonly contractions: readonly (readonly string[])[]
}
export interface WordTable {
  readonly texts: readonly string[]
  /** Letters of each text, as bits. */
  readonly letters: Int32Array
  /** Index of the first text that does not come before the given one. */
  firstAtLeast(text: string): number
  /** Lowers the costs of all places that have a word. */
  lower(fit: Float32Array, index: number, cost: number): void
}

/** What a word costs that is not of the name. */
const costOfNickname = 0.3

interface Word {
  readonly text: string
  readonly extra: number
  readonly places: number[]
}

export function createWordTable<T>(list: readonly T[], termsOf: (one: T) => SearchTerms): WordTable {
  const words = collect(list, termsOf)
  const texts = words.map(({ text }) => text)
  const extras = Float32Array.from(words, ({ extra }) => extra)
  const ends = new Uint32Array(words.length)
  const places = new Uint32Array(words.reduce((sum, word) => sum + word.places.length, 0))
  let end = 0
  for (const [index, word] of words.entries()) {
    places.set(word.places, end)
    end += word.places.length
    ends[index] = end
  }
  return {
    texts,
    letters: Int32Array.from(texts, lettersOf),
    firstAtLeast(text) {
      let [low, high] = [0, texts.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((texts[middle] ?? '') < text) low = middle + 1
        else high = middle
      }
      return low
    },
    lower(fit, index, cost) {
      const whole = cost + (extras[index] ?? 0)
      const last = ends[index] ?? 0
      for (let at = ends[index - 1] ?? 0; at < last; at++) {
        const place = places[at] ?? 0
        if (whole < (fit[place] ?? 0)) fit[place] = whole
      }
    },
  }
}

function collect<T>(list: readonly T[], termsOf: (one: T) => SearchTerms): Word[] {
  const ofName = new Map<string, Word>()
  const others = new Map<string, Word>()
  const add = (known: Map<string, Word>, text: string, place: number) => {
    const word = known.get(text) ?? { text, extra: known === others ? costOfNickname : 0, places: [] }
    known.set(text, word)
    if (word.places.at(-1) !== place) word.places.push(place)
  }
  for (const [place, one] of list.entries()) {
    const { words, nicknames } = termsOf(one)
    for (const word of words) add(ofName, word, place)
    for (const word of nicknames) add(others, word, place)
  }
  return [...ofName.values(), ...others.values()].sort((a, b) => (a.text < b.text ? -1 : 1))
}

/** One bit for each letter; letters and digits beyond the Latin ones share the rest. */
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

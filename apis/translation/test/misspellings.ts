// How well misspelt words are corrected: one letter of a word is left out, added, changed or exchanged with the next,
// by a seed, in texts that are right.

interface SpellingFigures {
  /** Words that were misspelt, each in a text of its own. */
  readonly misspelt: number
  /** Shares of them, from 0 to 1. */
  readonly corrected: number
  readonly leftAlone: number
  /** Words of the texts as they stood, and those that were changed. */
  readonly words: number
  readonly changed: number
}
interface MisspellingOptions {
  readonly correct: (text: string) => string | Promise<string>
  /** Returns a share, from 0 up to 1. */
  readonly draw: () => number
  readonly isWord: (word: string) => boolean
  /** Matches words that may be misspelt; by default those of five letters and more, without capitals. */
  readonly pattern?: RegExp
}

/** One word of each text is misspelt, behind its first letter where that is a capital, and in its last part. */
export async function measureSpelling(texts: readonly string[], options: MisspellingOptions): Promise<SpellingFigures> {
  const { correct, draw, isWord, pattern = /^\p{Ll}{5,}$/u } = options
  let [misspelt, corrected, left, words, changed] = [0, 0, 0, 0, 0]
  for (const text of texts) {
    const own = text.split(' ')
    const after = (await correct(text)).split(' ')
    words += own.length
    changed += own.filter((word, at) => word !== after[at]).length
    const places = own.flatMap((word, at) => (pattern.test(word) && after[at] === word ? [at] : []))
    const place = places[Math.floor(draw() * places.length)]
    const word = own[place ?? -1]
    if (place === undefined || word === undefined) continue
    const fixed = /^(?:\p{Lu}|.*-)?/u.exec(word)?.[0] ?? ''
    const wrong = fixed + misspell(word.slice(fixed.length), draw)
    // another word of the language is not a misspelling
    if (wrong === word || isWord(wrong)) continue
    misspelt++
    const result = (await correct(own.with(place, wrong).join(' '))).split(' ')[place]
    if (result === word) corrected++
    else if (result === wrong) left++
  }
  return { misspelt, words, changed, corrected: corrected / misspelt, leftAlone: left / misspelt }
}

function misspell(word: string, draw: () => number): string {
  const at = Math.floor(draw() * word.length)
  const letter = String.fromCharCode(97 + Math.floor(draw() * 26))
  const [before, rest] = [word.slice(0, at), word.slice(at)]
  const kind = Math.floor(draw() * 4)
  if (kind === 0) return before + rest.slice(1)
  if (kind === 1) return before + letter + rest
  if (kind === 2) return before + letter + rest.slice(1)
  return before + rest.slice(1, 2) + rest.slice(0, 1) + rest.slice(2)
}

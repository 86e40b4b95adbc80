// The words of a text that may be misspelt. Excludes tags, addresses and whatever else is not prose, words with inner
// capitals, and hyphenated words, because dictionaries differ in whether they accept those as a whole.

export interface Word {
  readonly start: number
  readonly written: string
  /** The word with a plain apostrophe. */
  readonly plain: string
  /** True for the first word of a sentence. */
  readonly isFirst: boolean
  /** The previous word, if only a space separates them. */
  readonly before: string | undefined
}

const part = "[\\p{L}\\p{M}]+(?:['’][\\p{L}\\p{M}]+)*"
const hyphenated = new RegExp(`${part}(?:[-‐‑]${part})*`, 'gu')

export function wordsIn(text: string): Word[] {
  const words: Word[] = []
  let isFirst = true
  let before: string | undefined
  // tags and entities are replaced by the same number of spaces, so that offsets stay
  const prose = text.replaceAll(/<[^<>]*>|&#?\w{1,32};|\{[^{}]*\}/g, (found) => ' '.repeat(found.length))
  for (const { 0: chunk, index } of prose.matchAll(/\S+/g)) {
    const isProse = !/[\p{N}_@\\/#&=+$%^~|<>{}[\]]|\p{L}[.:]\p{L}/u.test(chunk)
    for (const { 0: written, index: within } of chunk.matchAll(hyphenated)) {
      const mayBeWrong = isProse && /^\p{L}[\p{Ll}\p{Lo}\p{M}'’]*$/u.test(written) && !isCut(chunk, within, written)
      const plain = written.replaceAll('’', "'")
      if (mayBeWrong)
        words.push({ start: index + within, written, plain, isFirst, before: within === 0 ? before : undefined })
      isFirst = false
      before = within + written.length === chunk.length ? written : undefined
    }
    if (/[.!?:…]["'”’»)\]]*$/u.test(chunk) || /^[-–—•*]$/u.test(chunk)) isFirst = true
    if (!/[\p{L}\p{M}]$/u.test(chunk)) before = undefined
  }
  return words
}

/** True if the word has a dangling hyphen, as in `on- and offline`, or is a part of something else. */
function isCut(chunk: string, at: number, whole: string): boolean {
  const [before, after] = [chunk.charAt(at - 1), chunk.charAt(at + whole.length)]
  return /[-‐‑–·*]/u.test(before) || /[-‐‑–·*]/u.test(after)
}

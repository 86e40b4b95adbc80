// The words of a text that may be misspelt: not within tags, addresses and whatever else is no prose, and without inner
// capitals.

export interface Word {
  readonly start: number
  readonly written: string
  /** With the plain apostrophe. */
  readonly plain: string
  /** Whether a sentence begins with it. */
  readonly isFirst: boolean
  /** The word that stands before it with nothing but a space between them. */
  readonly before: string | undefined
  /** The parts of the word with hyphens that it belongs to, plain; only itself where there are none. */
  readonly parts: readonly string[]
}

const word = "[\\p{L}\\p{M}]+(?:['’][\\p{L}\\p{M}]+)*"
const hyphen = '[-‐‑]'
const hyphenated = new RegExp(`${word}(?:${hyphen}${word})*`, 'gu')
const hyphens = new RegExp(hyphen, 'u')

export function wordsIn(text: string): Word[] {
  const words: Word[] = []
  let isFirst = true
  let before: string | undefined
  // what a tag or an entity has is replaced by as many spaces, so that places stay
  const prose = text.replaceAll(/<[^<>]*>|&#?\w{1,32};|\{[^{}]*\}/g, (found) => ' '.repeat(found.length))
  for (const { 0: chunk, index } of prose.matchAll(/\S+/g)) {
    const isProse = !/[\p{N}_@\\/#&=+$%^~|<>{}[\]]|\p{L}[.:]\p{L}/u.test(chunk)
    for (const { 0: whole, index: within } of chunk.matchAll(hyphenated)) {
      const parts = whole.split(hyphens)
      const plainParts = parts.map((part) => part.replaceAll('’', "'"))
      const isWhole = isProse && !isCut(chunk, within, whole)
      let start = index + within
      for (const [at, written] of parts.entries()) {
        const plain = plainParts[at] ?? written
        if (isWhole && /^\p{L}[\p{Ll}\p{Lo}\p{M}'’]*$/u.test(written))
          words.push({ start, written, plain, isFirst, before: within === 0 ? before : undefined, parts: plainParts })
        start += written.length + 1
        isFirst = false
      }
      before = within + whole.length === chunk.length ? whole : undefined
    }
    if (/[.!?:…]["'”’»)\]]*$/u.test(chunk) || /^[-–—•*]$/u.test(chunk)) isFirst = true
    if (!/[\p{L}\p{M}]$/u.test(chunk)) before = undefined
  }
  return words
}

/** Whether a hyphen is left over next to the word, as in `on- and offline`, or it is a part of something else. */
function isCut(chunk: string, at: number, whole: string): boolean {
  const [before, after] = [chunk.charAt(at - 1), chunk.charAt(at + whole.length)]
  return /[-‐‑–·*]/u.test(before) || /[-‐‑–·*]/u.test(after)
}

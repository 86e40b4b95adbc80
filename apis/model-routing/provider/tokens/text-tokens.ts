// Counts the tokens of strings with a real tokenizer, loaded with the first count: each of its two tables is some
// megabytes.
import { yieldToEventLoop } from '#provider'

type Encoding = 'o200k' | 'cl100k'
/** Reads short pieces of text. What looks like a special token is ordinary text (SOURCES 9.5). */
interface Tokenizer {
  count(text: string): number
  encode(text: string): number[]
  decode(tokens: readonly number[]): string
}
const loading = new Map<Encoding, Promise<Tokenizer>>()

/** Models of the newer encoding (SOURCES 9); everything else, other vendors included, is counted with the older. */
const newer = /(?:^|\/)(?:gpt-4o|chatgpt-4o|o[1-9](?:-|$)|gpt-4\.1|gpt-4\.5|gpt-[5-9]|gpt-oss)/

/** The encoding by which a model's tokens are counted. */
export const encodingOf = (model: string): Encoding => (newer.test(model) ? 'o200k' : 'cl100k')

/** Characters that are really counted; a longer string is extrapolated. */
const countedLength = 1024 * 1024
/** Characters that are counted before other calls run. */
const sliceLength = 32 * 1024

/**
 * Tokens of a string. What looks like a special token is ordinary text here (SOURCES 9.5). Exact up to a million
 * characters, except that runs of more than 64 letters or symbols without a break are counted in pieces: the
 * tokenizer's time is quadratic in their length.
 */
export async function countText(text: string, model = ''): Promise<number> {
  if (text === '') return 0
  const { count } = await tokenizerOf(encodingOf(model))
  const looked = text.slice(0, countedLength)
  let sum = 0
  let sinceYield = 0
  for (const piece of piecesOf(looked)) {
    sum += count(piece)
    sinceYield += piece.length
    if (sinceYield >= sliceLength) {
      sinceYield = 0
      await yieldToEventLoop()
    }
  }
  return Math.ceil(sum * (text.length / looked.length))
}

/** Returns the tokenizer, whose time per character is the same whatever it has read before. */
export function tokenizerOf(encoding: Encoding): Promise<Tokenizer> {
  const known = loading.get(encoding)
  if (known) return known
  const created = (
    encoding === 'o200k' ? import('gpt-tokenizer/encoding/o200k_base') : import('gpt-tokenizer/encoding/cl100k_base')
  ).then(({ countTokens, encode, decode, clearMergeCache }): Tokenizer => {
    const options = { disallowedSpecial: new Set<string>() }
    let sinceClear = 0
    const forget = ({ length }: string) => {
      sinceClear += length
      if (sinceClear < clearedLength) return
      sinceClear = 0
      clearMergeCache()
    }
    return {
      count(text) {
        forget(text)
        return countTokens(text, options)
      },
      encode(text) {
        forget(text)
        return encode(text, options)
      },
      decode,
    }
  })
  loading.set(encoding, created)
  return created
}

/**
 * Characters after which the tokenizer forgets the words that it has seen, long before it has as many as it keeps: from
 * then on each new word takes time in proportion to them all.
 */
const clearedLength = 64 * 1024

/** A word of the tokenizer: a run of letters, of symbols, or of white space. */
const longRun = /[\p{L}\p{M}]{65,}|[^\s\p{L}\p{N}]{65,}|\s{65,}/gu
const shortRun = /.{1,64}/gsu

/** The string in pieces that the tokenizer handles quickly. */
function* piecesOf(text: string): Generator<string> {
  let at = 0
  for (const run of text.matchAll(longRun)) {
    yield* lines(text.slice(at, run.index))
    for (const [piece] of run[0].matchAll(shortRun)) yield piece
    at = run.index + run[0].length
  }
  yield* lines(text.slice(at))
}

/** Long pieces are cut before a space, where the tokenizer begins a word too. */
function* lines(text: string): Generator<string> {
  let at = 0
  while (text.length - at > sliceLength) {
    const space = text.lastIndexOf(' ', at + sliceLength)
    const end = space > at ? space : at + sliceLength
    yield text.slice(at, end)
    at = end
  }
  if (at < text.length) yield text.slice(at)
}

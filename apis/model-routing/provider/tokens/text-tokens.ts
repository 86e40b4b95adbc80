// Counts tokens of texts with a real tokenizer, loaded when the first count is wanted: each of its two tables is some megabytes.
import { setImmediate } from 'node:timers/promises'

type Encoding = 'o200k' | 'cl100k'
type Count = (text: string) => number
const loading = new Map<Encoding, Promise<Count>>()

/** Models of the newer encoding (SOURCES 9); everything else, other vendors included, is counted with the older. */
const newer = /(?:^|\/)(?:gpt-4o|chatgpt-4o|o[1-9](?:-|$)|gpt-4\.1|gpt-4\.5|gpt-[5-9]|gpt-oss)/

/** The encoding by which a model's tokens are counted. */
export const encodingOf = (model: string): Encoding => (newer.test(model) ? 'o200k' : 'cl100k')

/** Characters that are counted one by one at most; a longer text is taken to go on as it began. */
const countedLength = 1024 * 1024
/** After so many characters other calls get their turn. */
const turnLength = 32 * 1024

/**
 * Tokens of a text. Text that looks like a special token is ordinary text here (SOURCES 9). Exact up to a million characters, except that
 * runs of more than 64 letters or signs without a break are counted in pieces: the tokenizer's time grows with their square.
 */
export async function countText(text: string, model = ''): Promise<number> {
  if (text === '') return 0
  const count = await load(encodingOf(model))
  const looked = text.slice(0, countedLength)
  let sum = 0
  let sinceTurn = 0
  for (const piece of piecesOf(looked)) {
    sum += count(piece)
    sinceTurn += piece.length
    if (sinceTurn >= turnLength) {
      sinceTurn = 0
      await setImmediate()
    }
  }
  return Math.ceil(sum * (text.length / looked.length))
}

function load(encoding: Encoding): Promise<Count> {
  const known = loading.get(encoding)
  if (known) return known
  const made = (
    encoding === 'o200k' ? import('gpt-tokenizer/encoding/o200k_base') : import('gpt-tokenizer/encoding/cl100k_base')
  ).then(({ countTokens }): Count => {
    const asText = { disallowedSpecial: new Set<string>() }
    return (text) => countTokens(text, asText)
  })
  loading.set(encoding, made)
  return made
}

/** What the tokenizer takes as one word: runs of letters, of signs, of white space. */
const longRun = /[\p{L}\p{M}]{65,}|[^\s\p{L}\p{N}]{65,}|\s{65,}/gu
const shortRun = /.{1,64}/gsu

/** The text in pieces that the tokenizer is quick with. */
function* piecesOf(text: string): Generator<string> {
  let at = 0
  for (const run of text.matchAll(longRun)) {
    yield* lines(text.slice(at, run.index))
    for (const [piece] of run[0].matchAll(shortRun)) yield piece
    at = run.index + run[0].length
  }
  yield* lines(text.slice(at))
}

/** Cut before a space where a piece is long, where words begin for the tokenizer as well. */
function* lines(text: string): Generator<string> {
  let at = 0
  while (text.length - at > turnLength) {
    const space = text.lastIndexOf(' ', at + turnLength)
    const end = space > at ? space : at + turnLength
    yield text.slice(at, end)
    at = end
  }
  if (at < text.length) yield text.slice(at)
}

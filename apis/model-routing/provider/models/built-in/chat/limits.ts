// Ends an answer where the caller wants it to end: before a stop sequence, or at the token limit.
import { tokenizerOf } from '../../../tokens/text-tokens.ts'
import type { FinishReason } from '../../../wire/stream-event.ts'

/** Token limit of an answer that the caller does not bound. */
const defaultTokens = 4096

interface Ended {
  readonly text: string
  readonly reason: FinishReason
  readonly stop?: string
  readonly tokens: number
}

/** Truncates a text. `maxTokens`: tokens left for it. The stop sequence itself is not part of the answer. */
export async function ended(text: string, stop: readonly string[], maxTokens = defaultTokens): Promise<Ended> {
  const met = firstStop(text, stop)
  const answered = met === undefined ? text : text.slice(0, met.at)
  const cut = await cutTokens(answered, Math.min(maxTokens, defaultTokens))
  if (cut.text.length < answered.length) return { ...cut, reason: 'length' }
  return met === undefined ? { ...cut, reason: 'stop' } : { ...cut, reason: 'stop', stop: met.stop }
}

function firstStop(text: string, stops: readonly string[]): { readonly at: number; readonly stop: string } | undefined {
  let first: { readonly at: number; readonly stop: string } | undefined
  for (const stop of stops) {
    const at = stop === '' ? -1 : text.indexOf(stop)
    if (at >= 0 && (first === undefined || at < first.at)) first = { at, stop }
  }
  return first
}

/** The tokenizer is slow for long texts without spaces, so it gets chunks of this many characters. */
const pieceLength = 400

/**
 * The longest prefix of a text within a number of tokens (cl100k_base, which also counts for models of other vendors,
 * SOURCES 9), and how many it has; no character is split.
 */
export async function cutTokens(
  text: string,
  most: number,
): Promise<{ readonly text: string; readonly tokens: number }> {
  if (text === '' || most <= 0) return { text: '', tokens: 0 }
  const { encode, decode } = await tokenizerOf('cl100k')
  let out = ''
  let count = 0
  for (const piece of piecesOf(text)) {
    const tokens = encode(piece)
    if (count + tokens.length > most) {
      let part = commonBeginning(piece, decode(tokens.slice(0, most - count)))
      // the remainder of a split character may encode to other tokens, and more of them
      while (part !== '' && encode(part).length > most - count) part = [...part].slice(0, -1).join('')
      return { text: out + part, tokens: count + encode(part).length }
    }
    count += tokens.length
    out += piece
  }
  return { text: out, tokens: count }
}

/** The common prefix: half a character decodes to a different one. */
function commonBeginning(whole: string, cut: string): string {
  let length = 0
  for (const character of whole) {
    if (!cut.startsWith(character, length)) break
    length += character.length
  }
  return whole.slice(0, length)
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + pieceLength)
    // at a space if possible, and never inside a surrogate pair
    const space = end < text.length ? text.lastIndexOf(' ', end) : -1
    if (space > at) end = space
    else if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && end < text.length) end++
    yield text.slice(at, end)
    at = end
  }
}

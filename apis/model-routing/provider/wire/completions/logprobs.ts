// Converts logprobs between the four lists of text completions and the one list of chat completions.
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'

/** Returns logprobs in the form of chat completions; undefined without any. */
export function readLogprobs(value: unknown): Json | undefined {
  if (!isJson(value) || !Array.isArray(value.tokens)) return undefined
  const probabilities = Array.isArray(value.token_logprobs) ? value.token_logprobs : []
  const tops = Array.isArray(value.top_logprobs) ? value.top_logprobs : []
  return {
    content: value.tokens.map((token, index) => ({
      ...readToken(textOf(token), probabilities[index]),
      top_logprobs: Object.entries(isJson(tops[index]) ? tops[index] : {}).map(([name, value]) =>
        readToken(name, value),
      ),
    })),
  }
}
/** Anything but a string is hostile input, and must not be converted to one. */
const textOf = (token: unknown): string => (typeof token === 'string' ? token : '')

function readToken(token: string, logprob: unknown): Json {
  return { token, logprob: typeof logprob === 'number' ? logprob : null, bytes: [...Buffer.from(token, 'utf8')] }
}

/** Writes logprobs; null without any. `offset`: characters of the answer before the first of these tokens. */
export function writeLogprobs(pieces: readonly unknown[], offset = 0): Json | null {
  const tokens = pieces
    .flatMap((piece) => (isJson(piece) && Array.isArray(piece.content) ? piece.content : []))
    .filter(isJson)
  if (tokens.length === 0) return null
  let next = offset
  const offsets = tokens.map(({ token }) => {
    const at = next
    next += typeof token === 'string' ? token.length : 0
    return at
  })
  return {
    tokens: tokens.map(({ token }) => token),
    token_logprobs: tokens.map(({ logprob }) => logprob ?? null),
    top_logprobs: tokens.map(({ top_logprobs: tops }) =>
      Object.fromEntries(
        (Array.isArray(tops) ? tops : []).filter(isJson).map(({ token, logprob }) => [textOf(token), logprob]),
      ),
    ),
    text_offset: offsets,
  }
}

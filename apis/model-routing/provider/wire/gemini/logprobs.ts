// Converts logprobs between the two lists of generateContent and the one list of chat completions.
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'

/** Returns logprobs in the form of chat completions; undefined without any. */
export function readLogprobs(value: unknown): Json | undefined {
  if (!isJson(value) || !Array.isArray(value.chosenCandidates)) return undefined
  const tops = Array.isArray(value.topCandidates) ? value.topCandidates : []
  return {
    content: value.chosenCandidates.filter(isJson).map((chosen, index) => ({
      ...readToken(chosen),
      top_logprobs: alternatives(tops[index]).map(readToken),
    })),
  }
}
function alternatives(top: unknown): Json[] {
  return isJson(top) && Array.isArray(top.candidates) ? top.candidates.filter(isJson) : []
}
function readToken({ token, logProbability }: Json): Json {
  const text = typeof token === 'string' ? token : ''
  const logprob = typeof logProbability === 'number' ? logProbability : 0
  return { token: text, logprob, bytes: [...Buffer.from(text, 'utf8')] }
}

/** Writes logprobs; undefined without any. */
export function writeLogprobs(pieces: readonly unknown[]): Json | undefined {
  const content = pieces.flatMap((piece) => (isJson(piece) && Array.isArray(piece.content) ? piece.content : []))
  const tokens = content.filter(isJson)
  if (tokens.length === 0) return undefined
  return {
    chosenCandidates: tokens.map(writeToken),
    topCandidates: tokens.map(({ top_logprobs: tops }) => ({
      candidates: Array.isArray(tops) ? tops.filter(isJson).map(writeToken) : [],
    })),
  }
}
function writeToken({ token, logprob }: Json): Json {
  return { token, logProbability: logprob }
}

// Counts tokens for the router: callers determine how long that takes, so it happens on the API's own thread.
import type { Call } from '#define'
import { countText } from './text-tokens.ts'

/** Function that counts the tokens of all strings together. */
export type CountTexts = (texts: readonly string[], model: string) => Promise<number>

/** Counting as a task of the API's thread. */
type CountTask = (input: { readonly texts: readonly string[]; readonly model: string }, call: Call) => Promise<number>

/** Counts on the API's thread, in the turn of the account. Rejects as any task does. */
export function countTextsFor(task: CountTask, { account }: Pick<Call, 'account'>): CountTexts {
  const context: Call = { account, key: '', request: noRequest, signal: never }
  return async (texts, model) => {
    let sum = 0
    for (const batch of batchesOf(texts)) sum += await task({ texts: batch, model }, context)
    return sum
  }
}

/** Copying a longer text to another thread would hold up this one. */
const batchLength = 1_000_000

/** Yields batches of texts in order; a long one is cut, which can add a token at each cut. */
function* batchesOf(texts: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = []
  let length = 0
  for (const text of texts) {
    for (let at = 0; at < text.length || at === 0; at += batchLength) {
      const piece = text.slice(at, at + batchLength)
      if (length + piece.length > batchLength) {
        yield batch
        batch = []
        length = 0
      }
      batch.push(piece)
      length += piece.length
    }
  }
  if (batch.length > 0) yield batch
}

/** Counts on the calling thread. */
export const countTexts: CountTexts = async (texts, model) => {
  let sum = 0
  for (const text of texts) sum += await countText(text, model)
  return sum
}

/** Average of English, for texts that cannot be counted. */
const charactersPerToken = 4

/** Counts without fail: an answer that was sent must be paid for even while the thread is busy or restarting. */
export function orEstimate(count: CountTexts): CountTexts {
  return (texts, model) =>
    count(texts, model).catch(() => Math.ceil(texts.reduce((sum, { length }) => sum + length, 0) / charactersPerToken))
}

// a count outlives the call that it is for
const never = new AbortController().signal
const noRequest = { method: 'POST', path: '', query: new URLSearchParams(), headers: {}, baseUrl: '' }

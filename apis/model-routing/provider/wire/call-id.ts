// Ids for tool calls that came without one: unique over a whole conversation, as other wires tell calls of different
// answers apart by them.
import { createHash, randomUUID } from 'node:crypto'

/** Names the answer: the same calls of the same answer have the same ids, however it was cut. */
export function answerSeed(id: unknown): string {
  return typeof id === 'string' && id !== '' ? id : randomUUID()
}
export function madeCallId(seed: string, choice: number, index: number): string {
  return `call_${digest(`${seed}/${choice}/${index}`)}`
}

/** Chat completions refuse longer ids; the call and its result keep saying the same. */
const longest = 40
export function shortCallId(id: string): string {
  return id.length <= longest ? id : `call_${digest(id)}`
}
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}

// Ids for tool calls without one. They are unique within a conversation, because other wires use them to tell
// calls of different answers apart.
import { createHash, randomUUID } from 'node:crypto'

/** Identifies the answer: the same calls of the same answer get the same ids, however the stream was cut. */
export function answerSeed(id: unknown): string {
  return typeof id === 'string' && id !== '' ? id : randomUUID()
}
export function madeCallId(seed: string, choice: number, index: number): string {
  return `call_${digest(`${seed}/${choice}/${index}`)}`
}

/** Chat completions refuse longer ids; a call and its result are shortened alike. */
const longest = 40
export function shortCallId(id: string): string {
  return id.length <= longest ? id : `call_${digest(id)}`
}
/** Mistral refuses other ids (SOURCES 10.10); a call and its result are changed alike. */
export function nineLetterCallId(id: string): string {
  return /^[A-Za-z0-9]{9}$/.test(id) ? id : digest(id).slice(0, 9)
}
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}

// Ids of tool calls that differ within a conversation. Some servers number the calls of every answer from 0, and some
// ids differ only in characters that another wire refuses.
import { madeCallId } from './call-id.ts'
import type { ChatRequest } from './chat-request.ts'

/** Ids as a wire writes them: the calls and results of one conversation, in their order. */
export class ConversationIds {
  readonly #clean: (id: string) => string
  readonly #used = new Set<string>()
  /** The last number that was added to an id. */
  readonly #counts = new Map<string, number>()
  /** The written forms of each id of the conversation, call after call. */
  readonly #calls = new Map<string, { readonly written: string[]; answered: number }>()

  /** `clean`: the id as the wire takes it. */
  constructor(clean: (id: string) => string) {
    this.#clean = clean
  }
  /** Returns the id of the next call. */
  called(id: string): string {
    const wished = this.#clean(id)
    let written = wished
    const before = this.#counts.get(wished) ?? 0
    let count = before
    while (this.#used.has(written)) written = `${wished}_${++count}`
    if (count > before) this.#counts.set(wished, count)
    this.#used.add(written)
    const calls = this.#calls.get(id)
    if (calls) calls.written.push(written)
    else this.#calls.set(id, { written: [written], answered: 0 })
    return written
  }
  /** Returns the id of the next result, which answers the first call of that id without a result. */
  answered(id: string): string {
    const calls = this.#calls.get(id)
    if (!calls) return this.#clean(id)
    const written = calls.written[calls.answered] ?? calls.written.at(-1)
    if (calls.answered < calls.written.length) calls.answered++
    return written ?? this.#clean(id)
  }
}

/** Returns the id of a call of an answer: another one if the conversation has that id. `seed`: of the answer. */
export function newCallId({ messages }: ChatRequest, call: { id: string; index: number }, seed: string): string {
  const isKnown = messages.some(({ parts }) => parts.some((part) => part.kind === 'toolCall' && part.id === call.id))
  return isKnown ? madeCallId(seed, 0, call.index) : call.id
}

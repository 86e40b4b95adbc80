// Fast path for text chunks of chat completions. Nearly every event equals the previous one except for its text: what
// surrounds the text is remembered, and only the text of the next event is parsed. Anything that differs in a single
// character is left to the JSON parser.

import { parsed } from '../json.ts'
import type { StreamEvent } from '../stream-event.ts'

/** The remembered event lives as long as the stream. */
const longest = 4096
/** Events of servers that put something new into each one are not remembered again and again. */
const mostTries = 3
const member = '"content"'

type TextEvent = Extract<StreamEvent, { kind: 'text' }>

export class TextFrames {
  #before: string | undefined
  #after = ''
  #choice = 0
  #tries = 0

  /** The event, if it differs from the remembered one only in its text. */
  read(data: string): TextEvent | undefined {
    const before = this.#before
    if (before === undefined) return undefined
    const end = data.length - this.#after.length
    // slices are compared a machine word at a time, `startsWith` character by character
    if (end <= before.length || data.slice(0, before.length) !== before || data.slice(end) !== this.#after)
      return undefined
    // replacing one JSON string by another leaves everything else as it was
    const text = parsed(data.slice(before.length, end))
    if (typeof text !== 'string') return undefined
    this.#tries = 0
    return { kind: 'text', choice: this.#choice, text }
  }

  /** Remembers an event whose only choice contains this text and nothing else. */
  learn(data: string, { choice, text }: TextEvent): void {
    if (this.#tries >= mostTries || data.length > longest) return
    this.#tries += 1
    // a copy: a slice would retain the whole chunk
    const isNative = Buffer.from(data).toString()
    const literal = JSON.stringify(text)
    const named = isNative.indexOf(member)
    const start = named + member.length + (isNative.startsWith(': ', named + member.length) ? 2 : 1)
    const before = isNative.slice(0, start)
    const after = isNative.slice(start + literal.length)
    // without a backslash no other member can have that name, so this is the one that was read
    const isOnly =
      named !== -1 && named === isNative.lastIndexOf(member) && !before.includes('\\') && !after.includes('\\')
    if (!isOnly || !isNative.startsWith(literal, start)) return
    this.#before = before
    this.#after = after
    this.#choice = choice
  }
}

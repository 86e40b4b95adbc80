// Pieces of text in a stream of chat completions. Nearly every event is the one before it with another text: what
// stands around the text is remembered, and of the next event only the text is parsed. What does not look the same to
// the last character is left to the parser.

import { parsed } from '../json.ts'
import type { StreamEvent } from '../stream-event.ts'

/** What is remembered lives as long as the stream. */
const longest = 4096
/** Servers that put something new into each event are not remembered over and over. */
const mostTries = 3
const member = '"content"'

type TextEvent = Extract<StreamEvent, { kind: 'text' }>

export class TextFrames {
  #before: string | undefined
  #after = ''
  #choice = 0
  #tries = 0

  /** What an event says that differs from the remembered one in its text alone. */
  read(data: string): TextEvent | undefined {
    const before = this.#before
    if (before === undefined) return undefined
    const end = data.length - this.#after.length
    // pieces are compared a word at a time, `startsWith` goes sign by sign
    if (end <= before.length || data.slice(0, before.length) !== before || data.slice(end) !== this.#after)
      return undefined
    // the JSON text of a text in place of another leaves all else what it was
    const text = parsed(data.slice(before.length, end))
    if (typeof text !== 'string') return undefined
    this.#tries = 0
    return { kind: 'text', choice: this.#choice, text }
  }

  /** Remembers an event whose only choice says this and nothing else. */
  learn(data: string, { choice, text }: TextEvent): void {
    if (this.#tries >= mostTries || data.length > longest) return
    this.#tries += 1
    // a copy: a piece of a text holds the whole of it, which is all that came at once
    const own = Buffer.from(data).toString()
    const literal = JSON.stringify(text)
    const named = own.indexOf(member)
    const start = named + member.length + (own.startsWith(': ', named + member.length) ? 2 : 1)
    const before = own.slice(0, start)
    const after = own.slice(start + literal.length)
    // without a backslash no other can be of that name, however it is written: this is the member that was read
    const isOnly = named !== -1 && named === own.lastIndexOf(member) && !before.includes('\\') && !after.includes('\\')
    if (!isOnly || !own.startsWith(literal, start)) return
    this.#before = before
    this.#after = after
    this.#choice = choice
  }
}

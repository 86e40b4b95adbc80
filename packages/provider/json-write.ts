// Writes JSON values with long strings in steps: at once, tens of megabytes take tenths of a second.
import { randomBytes } from 'node:crypto'
import { present } from '#define/present'
import { joinInTurns, yieldToEventLoop } from './event-loop.ts'

/** Shorter strings are written with the rest. */
const longLength = 256 * 1024
/** Characters written in one step. */
const stepLength = 1024 * 1024

/** Returns the JSON of a value; undefined if it has no long string, so that `JSON.stringify` blocks nothing. */
export function longJsonBytes(value: unknown): Promise<Buffer> | undefined {
  return hasLongString(value) ? writeInSteps(value) : undefined
}

/** Number of values examined: enough for the first lists and objects of responses with few strings. */
const mostSeen = 10_000

function hasLongString(root: unknown): boolean {
  const open = [root]
  for (let seen = 0; open.length > 0 && seen < mostSeen; seen++) {
    const value = open.pop()
    if (typeof value === 'string' && value.length > longLength) return true
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue
    // `in` would first collect the keys of all entries of a list
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length && open.length < mostSeen; at++) open.push(value[at])
      continue
    }
    for (const name in value) {
      if (open.length >= mostSeen) break
      open.push(Reflect.get(value, name))
    }
  }
  return false
}

/** Placeholder for a long string; impossible to guess. */
const mark = randomBytes(12).toString('hex')

async function writeInSteps(value: unknown): Promise<Buffer> {
  const strings: string[] = []
  const rest = JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== 'string' || member.length <= longLength) return member
    strings.push(member)
    return mark
  })
  const pieces: Buffer[] = []
  const [first = '', ...others] = rest.split(`"${mark}"`)
  pieces.push(Buffer.from(first))
  for (const [index, other] of others.entries()) {
    for await (const piece of stringPieces(present(strings[index]))) pieces.push(piece)
    pieces.push(Buffer.from(other))
  }
  return joinInTurns(pieces)
}

/** Writes a surrogate split between two pieces as an escape, on both sides. */
async function* stringPieces(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from('"')
  for (let at = 0; at < text.length; at += stepLength) {
    await yieldToEventLoop()
    yield Buffer.from(JSON.stringify(text.slice(at, at + stepLength)).slice(1, -1))
  }
  yield Buffer.from('"')
}

// Writes JSON values with long strings in steps: as a whole, one of tens of megabytes takes tenths of a second.
import { randomBytes } from 'node:crypto'
import { joinInTurns, yieldToEventLoop } from './event-loop.ts'

/** A shorter string is written with the rest. */
const longLength = 256 * 1024
/** Written in one step, in characters. */
const stepLength = 1024 * 1024

/** The JSON of a value; undefined when no string in it is long, and `JSON.stringify` holds nobody up. */
export function longJsonBytes(value: unknown): Promise<Buffer> | undefined {
  return hasLongString(value) ? writeInSteps(value) : undefined
}

/** Looks at as many values as the first lists and objects have, for answers whose strings are few. */
const mostSeen = 10_000

function hasLongString(root: unknown): boolean {
  const open = [root]
  for (let seen = 0; open.length > 0 && seen < mostSeen; seen++) {
    const value = open.pop()
    if (typeof value === 'string' && value.length > longLength) return true
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue
    // `in` would first collect the names of all entries of a list
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

/** Stands for a long string. Nobody can guess it. */
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
    for await (const piece of stringPieces(strings[index] ?? '')) pieces.push(piece)
    pieces.push(Buffer.from(other))
  }
  return joinInTurns(pieces)
}

/** Half a pair at the end of a piece is written as an escape, as is the other half at the beginning of the next. */
async function* stringPieces(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from('"')
  for (let at = 0; at < text.length; at += stepLength) {
    await yieldToEventLoop()
    yield Buffer.from(JSON.stringify(text.slice(at, at + stepLength)).slice(1, -1))
  }
  yield Buffer.from('"')
}

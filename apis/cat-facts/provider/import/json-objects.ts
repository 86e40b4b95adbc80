// Finds the JSON objects of a text that stand on the top level or in a list there, whatever is between them: one object to a
// line, one list, or several pages one after another. Streams; only one object is held at a time.
import { refused } from './cat-collector.ts'

/** A page of a thousand records has below 400,000 characters. */
const objectLimit = 4_000_000

export interface FoundObject {
  /** Line on which it begins, from 1. */
  readonly line: number
  readonly json: string
}

/** Throws `import.invalid` on anything that is not an object, a list of objects, or blank. */
export async function* jsonObjects(text: AsyncIterable<string>): AsyncGenerator<FoundObject> {
  const state: State = { line: 1, inList: false, depth: 0, inText: false, escaped: false, parts: [], held: 0, begun: 1 }
  for await (const piece of text) yield* objectsIn(piece, state)
  if (state.depth > 0 || state.inList) throw refused([`line ${state.line}: the file breaks off`])
}

interface State {
  line: number
  /** Inside a list on the top level. */
  inList: boolean
  /** Open braces and brackets of the object that is being read. */
  depth: number
  inText: boolean
  escaped: boolean
  /** The object so far, from earlier pieces. */
  parts: string[]
  held: number
  /** Line on which the object began. */
  begun: number
}

function* objectsIn(piece: string, state: State): Generator<FoundObject> {
  let start = 0
  for (let at = 0; at < piece.length; at++) {
    const character = piece[at] ?? ''
    if (character === '\n') state.line += 1
    if (state.depth > 0) {
      if (!endsObject(character, state)) continue
      yield { line: state.begun, json: state.parts.join('') + piece.slice(start, at + 1) }
      state.parts = []
      state.held = 0
    } else if (character === '{') {
      state.depth = 1
      state.begun = state.line
      start = at
    } else passBetween(character, state)
  }
  if (state.depth > 0) hold(piece.slice(start), state)
}

function hold(part: string, state: State): void {
  state.parts.push(part)
  state.held += part.length
  if (state.held > objectLimit)
    throw refused([`line ${state.begun}: an object has more than ${objectLimit} characters`])
}

/** Follows texts, braces and brackets; true at the last one. */
function endsObject(character: string, state: State): boolean {
  if (state.inText) {
    if (state.escaped) state.escaped = false
    else if (character === '\\') state.escaped = true
    else if (character === '"') state.inText = false
    return false
  }
  if (character === '"') state.inText = true
  else if (character === '{' || character === '[') state.depth += 1
  else if (character === '}' || character === ']') state.depth -= 1
  return state.depth === 0
}

function passBetween(character: string, state: State): void {
  if (character === '[' && !state.inList) state.inList = true
  else if (character === ']' && state.inList) state.inList = false
  else if (!(character === ',' || /\s/.test(character)))
    throw refused([`line ${state.line}: ${JSON.stringify(character)} where an object should begin`])
}

// Finds the JSON objects at the top level of a file or in a top-level array, whatever separates them: one object per
// line, one array, or several pages one after another. Streams; holds one object at a time.
import { createPacer } from '../event-loop.ts'
import { excerpt, type ImportProblems, invalidImport } from './problems.ts'
import { parseJson } from './text.ts'

export interface JsonObject {
  /** Line on which it begins, from 1. */
  readonly line: number
  /** From its opening to its closing brace. Only the nesting is certain: the rest may not be JSON. */
  readonly json: string
}

/**
 * The objects in order. Yields to the event loop every 5 ms. Throws `import.invalid` on anything that is not an
 * object, a list of objects or blank, on an object of more than `maxLength` characters, and when the file is truncated.
 */
export async function* jsonObjects(text: AsyncIterable<string>, maxLength: number): AsyncGenerator<JsonObject> {
  const state: State = {
    maxLength,
    line: 1,
    inList: false,
    depth: 0,
    inString: false,
    escaped: false,
    parts: [],
    length: 0,
    firstLine: 1,
  }
  const pause = createPacer()
  for await (const piece of text) {
    for (const object of objectsIn(piece, state)) {
      yield object
      const pausing = pause()
      if (pausing) await pausing
    }
    // a piece may hold no end of an object
    const pausing = pause()
    if (pausing) await pausing
  }
  if (state.depth > 0 || state.inList) throw invalidImport(`line ${state.line}: the file is truncated`)
}

export interface JsonRecord {
  /** For messages: `line 3`, or `line 3, record 2` inside a page. */
  readonly where: string
  readonly value: unknown
}
export interface JsonRecordOptions {
  /** Member that makes an object a page: its array holds the records. */
  readonly pageMember: string
  /** Characters of one object, which may be a whole page. */
  readonly maxLength: number
  /** Receives objects that are not JSON. */
  readonly problems: ImportProblems
}

/** The records of a file: its objects, or the items of objects that are pages of the provider. */
export async function* jsonRecords(
  text: AsyncIterable<string>,
  { pageMember, maxLength, problems }: JsonRecordOptions,
): AsyncGenerator<JsonRecord> {
  const pause = createPacer()
  for await (const { line, json } of jsonObjects(text, maxLength)) {
    const value = parseJson(json)
    const page: unknown = value === undefined ? undefined : Reflect.get(Object(value), pageMember)
    if (value === undefined) problems.add(`line ${line}`, `${excerpt(json)} is not JSON`)
    else if (!Array.isArray(page)) yield { where: `line ${line}`, value }
    else
      for (const [at, record] of page.entries()) {
        yield { where: `line ${line}, record ${at + 1}`, value: record }
        const pausing = pause()
        if (pausing) await pausing
      }
  }
}

interface State {
  readonly maxLength: number
  line: number
  /** Inside a list at the top level. */
  inList: boolean
  /** Open braces and brackets of the current object; 0 between objects. */
  depth: number
  inString: boolean
  escaped: boolean
  /** The part of the current object that was in earlier chunks. */
  parts: string[]
  length: number
  /** Line on which the current object began. */
  firstLine: number
}

function* objectsIn(piece: string, state: State): Generator<JsonObject> {
  let start = 0
  for (let at = 0; at < piece.length; at++) {
    const character = piece.charAt(at)
    if (character === '\n') state.line += 1
    if (state.depth > 0) {
      if (!endsObject(character, state)) continue
      yield { line: state.firstLine, json: endObject(piece.slice(start, at + 1), state) }
    } else if (character === '{') {
      state.depth = 1
      state.firstLine = state.line
      start = at
    } else skipBetween(character, state)
  }
  if (state.depth > 0) append(piece.slice(start), state)
}

function endObject(last: string, state: State): string {
  append(last, state)
  const json = state.parts.join('')
  state.parts = []
  state.length = 0
  return json
}

function append(part: string, state: State): void {
  state.parts.push(part)
  state.length += part.length
  if (state.length > state.maxLength)
    throw invalidImport(`line ${state.firstLine}: an object has more than ${state.maxLength} characters`)
}

/** Follows strings, braces and brackets; true at the brace that closes the object. */
function endsObject(character: string, state: State): boolean {
  if (state.inString) {
    if (state.escaped) state.escaped = false
    else if (character === '\\') state.escaped = true
    else if (character === '"') state.inString = false
    return false
  }
  if (character === '"') state.inString = true
  else if (character === '{' || character === '[') state.depth += 1
  else if (character === '}' || character === ']') state.depth -= 1
  return state.depth === 0
}

function skipBetween(character: string, state: State): void {
  if (character === '[' && !state.inList) state.inList = true
  else if (character === ']' && state.inList) state.inList = false
  else if (!(character === ',' || /\s/.test(character)))
    throw invalidImport(`line ${state.line}: ${JSON.stringify(character)} where an object should begin`)
}

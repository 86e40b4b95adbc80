// Finds the JSON objects at the top level of a file or in a top-level array, whatever separates them: one object per
// line, one array, or several pages in sequence. Streams, with one object in memory at a time.
import { createPacer } from '../event-loop.ts'
import { ownMember } from '../own-member.ts'
import { excerpt, type ImportProblems, invalidImport } from './problems.ts'
import { parseJson } from './text.ts'

interface JsonObject {
  /** First line of the object, counted from 1. */
  readonly line: number
  /** The text from the opening to the closing brace. Only the nesting is certain: the rest is unchecked. */
  readonly json: string
}

/**
 * Reads the objects in order. Yields to the event loop every 5 ms. Throws `import.invalid` on anything but objects,
 * lists of objects and blanks, on an object of more than `maxLength` characters, and if the file is truncated.
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
      await pause()
    }
    // some pieces contain no end of an object
    await pause()
  }
  if (state.depth > 0 || state.inList) throw invalidImport(`line ${state.line}: the file is truncated`)
}

interface JsonRecord {
  /** Location for messages: `line 3`, or `line 3, record 2` inside a page. */
  readonly where: string
  readonly value: unknown
}
interface JsonRecordOptions {
  /** The member that makes an object a page; its array holds the records. */
  readonly pageMember: string
  /** Largest number of characters in an object, such as a whole page. */
  readonly maxLength: number
  /** Receives the problems of objects that are not JSON. */
  readonly problems: ImportProblems
}

/** Reads the records of a file: its objects, or the items of objects that are pages of the provider. */
export async function* jsonRecords(
  text: AsyncIterable<string>,
  { pageMember, maxLength, problems }: JsonRecordOptions,
): AsyncGenerator<JsonRecord> {
  const pause = createPacer()
  for await (const { line, json } of jsonObjects(text, maxLength)) {
    const value = parseJson(json)
    const page = value === undefined ? undefined : ownMember<unknown>(Object(value), pageMember)
    if (value === undefined) problems.add(`line ${line}`, `${excerpt(json)} is not JSON`)
    else if (!Array.isArray(page)) yield { where: `line ${line}`, value }
    else
      for (const [at, record] of page.entries()) {
        yield { where: `line ${line}, record ${at + 1}`, value: record }
        await pause()
      }
  }
}

interface State {
  readonly maxLength: number
  line: number
  /** True inside a list at the top level. */
  inList: boolean
  /** Number of open braces and brackets in the current object; 0 between objects. */
  depth: number
  inString: boolean
  escaped: boolean
  /** The parts of the current object from earlier chunks. */
  parts: string[]
  length: number
  /** First line of the current object. */
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

// The object that a prompt gives in JSON, for a schema that has its members: it is taken as it is, not value by value.
import { parsedEvent, withOrdinaryNumbers } from '../../../wire/exact-numbers.ts'
import { isJson, type Json } from '../../../wire/json.ts'
import { fits, nodesOf, type SchemaNode } from './fitting.ts'

/** Length of the prompt that is searched. */
const longestText = 20_000
/** Limit of searches for the end of an object. */
const mostTries = 20

/** Returns the first object that fits, with long integers as written. Throws SchemaTrouble. */
export function givenObject(schema: SchemaNode, prompt: string): Json | undefined {
  if (typeof schema === 'boolean') return undefined
  const known = nodesOf(schema.properties)
  for (const text of objectsIn(prompt.slice(0, longestText))) {
    const value = parsedEvent(text)
    const names = isJson(value) ? Object.keys(value) : []
    if (!isJson(value) || names.length === 0 || !names.every((name) => Object.hasOwn(known, name))) continue
    if (text.isWellFormed() && fits(schema, withOrdinaryNumbers(value))) return value
  }
  return undefined
}

/** Yields what stands between braces that belong together; braces within strings do not count. */
function* objectsIn(text: string): Generator<string> {
  for (let at = text.indexOf('{'), tries = 0; at >= 0 && tries < mostTries; tries++) {
    const end = endOf(text, at)
    if (end !== undefined) yield text.slice(at, end)
    at = text.indexOf('{', end ?? at + 1)
  }
}

function endOf(text: string, start: number): number | undefined {
  let depth = 0
  let isInString = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (isInString) {
      if (char === '\\') at++
      else isInString = char !== '"'
    } else if (char === '"') isInString = true
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at + 1
  }
  return undefined
}

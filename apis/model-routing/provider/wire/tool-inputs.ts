// Names of the inputs of tools on the Messages API, which refuses some that other wires take, such as `$filter`
// (SOURCES 3.10). A name is written in a form that the wire takes, and calls in answers have the caller's own names
// again.
import type { Batches } from './batches.ts'
import type { ChatRequest, Part, Tool } from './chat-request.ts'
import { parsedEvent } from './exact-numbers.ts'
import { isJson, type Json } from './json.ts'
import { malformed } from './sse.ts'
import type { StreamEvent } from './stream-event.ts'
import { takenName } from './tool-names.ts'
import { objectSchema } from './tool-schema.ts'
import type { Wire } from './wire.ts'

const taken = /^[A-Za-z0-9_.-]{1,64}$/
/** Limit of an input that is held until it is complete, in characters. */
const longestInput = 8_000_000

type Names = ReadonlyMap<string, string>
export interface InputRequest {
  readonly request: ChatRequest
  /** The caller's names by those that were written instead, by tool; empty if the wire takes all names. */
  readonly originals: ReadonlyMap<string, Names>
}

/** Returns the request with names of inputs that the wire takes. */
export function withTakenInputs(request: ChatRequest, wire: Wire): InputRequest {
  const originals = new Map<string, Names>()
  if (wire !== 'anthropic' || request.wire === wire) return { request, originals }
  const written = new Map<string, Names>()
  const tools = request.tools.map((tool) => {
    const schema = objectSchema(tool.schema)
    const names = Object.keys(membersOf(schema.properties)).filter((name) => !taken.test(name))
    if (names.length === 0) return tool
    const pairs = names.map((name) => [name, takenName(name)] as const)
    written.set(tool.name, new Map(pairs))
    originals.set(tool.name, new Map(pairs.map(([name, other]) => [other, name])))
    return withNames(tool, schema, new Map(pairs))
  })
  if (originals.size === 0) return { request, originals }
  const named = (part: Part): Part => {
    const names = part.kind === 'toolCall' ? written.get(part.name) : undefined
    return part.kind === 'toolCall' && names ? { ...part, input: renamed(part.input, names) } : part
  }
  const messages = request.messages.map((message) => ({ ...message, parts: message.parts.map(named) }))
  return { request: { ...request, tools, messages }, originals }
}

/** Renames properties at the top, the only ones that the vendor checks; their descriptions say how they are called. */
function withNames(tool: Tool, schema: Json, names: Names): Tool {
  const properties = Object.entries(membersOf(schema.properties)).map(([name, property]): [string, unknown] => {
    const other = names.get(name)
    if (other === undefined) return [name, property]
    const { description, ...rest } = membersOf(property)
    return [other, { ...rest, description: typeof description === 'string' ? `${name}: ${description}` : name }]
  })
  const required = Array.isArray(schema.required)
    ? { required: schema.required.map((name: unknown) => names.get(String(name)) ?? name) }
    : {}
  return { ...tool, schema: { ...schema, properties: Object.fromEntries(properties), ...required } }
}

const membersOf = (value: unknown): Json => (isJson(value) ? value : {})

/** Returns the input with other names at its top; one that is no object stays. */
function renamed(input: string, names: Names): string {
  const value = parsedEvent(input)
  if (!isJson(value)) return input
  return JSON.stringify(Object.fromEntries(Object.entries(value).map(([name, one]) => [names.get(name) ?? name, one])))
}

/** Returns the batches with the caller's own names. Such an input is held until its answer ends. */
export async function* withOriginalInputs(batches: Batches, originals: InputRequest['originals']): Batches {
  const held = new Map<
    string,
    { readonly at: { choice: number; index: number }; readonly names: Names; text: string }
  >()
  function* passed(event: StreamEvent): Generator<StreamEvent> {
    if (event.kind === 'toolCall') {
      const { choice, index, name } = event
      const names = originals.get(name)
      if (names) held.set(`${choice} ${index}`, { at: { choice, index }, names, text: '' })
    } else if (event.kind === 'toolInput') {
      const call = held.get(`${event.choice} ${event.index}`)
      if (call) {
        call.text += event.text
        if (call.text.length > longestInput) throw malformed()
        return
      }
    } else if (event.kind === 'finish' || event.kind === 'end') {
      for (const [key, { at, names, text }] of held) {
        if (event.kind === 'finish' && event.choice !== at.choice) continue
        held.delete(key)
        if (text !== '') yield { kind: 'toolInput', ...at, text: renamed(text, names) }
      }
    }
    yield event
  }
  for await (const events of batches) yield events.flatMap((event) => [...passed(event)])
}

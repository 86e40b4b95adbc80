// Structured answers other than objects, such as lists and choices of one text, on wires that want an object: they are
// asked for inside one, and callers get what is inside (SOURCES 10.6).
import type { Batches } from './batches.ts'
import type { ChatRequest, ResponseFormat } from './chat-request.ts'
import { isJson, type Json, parsed } from './json.ts'
import { malformed } from './sse.ts'
import type { StreamEvent } from './stream-event.ts'
import type { Wire } from './wire.ts'

const inside = 'answer'
const beforeInside = /^\s*\{\s*"answer"\s*:\s*/
/** Limit of a text that is held until it is complete, in characters. */
const longestText = 8_000_000

export interface FormedRequest {
  readonly request: ChatRequest
  /** Returns the text of an answer as the caller wants it; undefined if it stays. */
  readonly read: ((text: string) => string) | undefined
}

/** Returns the request with a form of the answer that the wire takes. */
export function withTakenForm(request: ChatRequest, wire: Wire): FormedRequest {
  const { responseFormat: form } = request
  if (request.wire === wire || form.kind !== 'schema') return { request, read: undefined }
  const read = form.isBareText === true ? bareText : undefined
  if (wire !== 'openai' || isObject(form.schema)) return { request, read }
  const responseFormat: ResponseFormat = { ...form, schema: wrapped(form.schema) }
  return { request: { ...request, responseFormat }, read: (text) => (read ?? String)(unwrapped(text)) }
}

function isObject({ type, anyOf, oneOf, $ref }: Json): boolean {
  if (anyOf !== undefined || oneOf !== undefined || $ref !== undefined) return false
  return type === 'object' || type === undefined
}
function wrapped({ $defs, definitions, ...schema }: Json): Json {
  const defined = Object.entries({ $defs, definitions }).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(defined),
    type: 'object',
    properties: { [inside]: schema },
    required: [inside],
    additionalProperties: false,
  }
}
/** Returns the inner value; of an answer that was cut off, its beginning. */
function unwrapped(text: string): string {
  const value = parsed(text)
  if (isJson(value) && Object.hasOwn(value, inside)) return JSON.stringify(value[inside])
  return text.replace(beforeInside, '')
}
/** Returns the choice that a JSON text holds. */
export function bareText(text: string): string {
  const value = parsed(text)
  return typeof value === 'string' ? value : text
}

/** Returns the batches with texts as `read` returns them. They are held until their answer ends. */
export async function* withReadForm(batches: Batches, read: (text: string) => string): Batches {
  const held = new Map<number, string>()
  function* passed(event: StreamEvent): Generator<StreamEvent> {
    if (event.kind === 'text') {
      const text = (held.get(event.choice) ?? '') + event.text
      if (text.length > longestText) throw malformed()
      held.set(event.choice, text)
      return
    }
    if (event.kind === 'finish' || event.kind === 'end')
      for (const [choice, text] of held) {
        if (event.kind === 'finish' && event.choice !== choice) continue
        held.delete(choice)
        yield { kind: 'text', choice, text: read(text) }
      }
    yield event
  }
  for await (const events of batches) {
    const all = events.flatMap((event) => [...passed(event)])
    if (all.length > 0) yield all
  }
}

// Members that two services of this dialect call by another name (SOURCES 10.13).
import { isJson, type Json } from '../json.ts'

/** Services that refuse `reasoning_content` and `reasoning_details` in a message, and take `reasoning`. */
const namesReasoning = /^https:\/\/(?:[\w-]+\.)*(?:groq\.com|cerebras\.ai)(?:[:/]|$)/i

/** Returns a written request in the names of the service at this address. */
export function asServedAt(base: string, body: Json): Json {
  if (!namesReasoning.test(base) || !Array.isArray(body.messages)) return body
  return { ...body, messages: body.messages.map((message) => (isJson(message) ? withReasoning(message) : message)) }
}

function withReasoning({ reasoning_content: text, reasoning_details: _details, ...message }: Json): Json {
  return text === undefined ? message : { ...message, reasoning: text }
}

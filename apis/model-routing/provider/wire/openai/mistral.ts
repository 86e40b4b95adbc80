// Differences of Mistral's models and service from the rest of this dialect (SOURCES 10.7, 10.10 and 10.11).
import type { Json } from '../json.ts'

const family = '(?:mistral|mixtral|ministral|codestral|magistral|devstral|pixtral|voxtral)'
const models = new RegExp(family, 'i')
/** Names as the vendor's service has them; elsewhere they have other endings, slashes or colons. */
const served = new RegExp(`^(?:labs-)?${family}[a-z-]*-(?:latest|\\d{4}|\\d-\\d)$|^open-mi[sx]`)

/** True for the vendor's models, which keep to its template wherever they run. */
export const isMistral = (model: string): boolean => models.test(model)

/** True for models of the vendor's service, which refuses members that it does not know. */
export const isServedByMistral = (model: string): boolean => served.test(model)

/** Puts an answer between the result of a tool and the user, who may not speak after it. */
export function withBridges(messages: readonly Json[]): Json[] {
  return messages.flatMap((message, index) =>
    message.role === 'user' && messages[index - 1]?.role === 'tool'
      ? [{ role: 'assistant', content: 'OK.' }, message]
      : [message],
  )
}

/** Writes reasoning as the vendor does: as a part of the content. */
export const thinkingPart = (text: string): Json => ({ type: 'thinking', thinking: [{ type: 'text', text }] })

/** Marks an answer that has begun: the vendor refuses one at the end otherwise. */
export function withPrefix(messages: readonly Json[]): Json[] {
  const last = messages.at(-1)
  return last?.role === 'assistant' && last.tool_calls === undefined
    ? [...messages.slice(0, -1), { ...last, prefix: true }]
    : [...messages]
}

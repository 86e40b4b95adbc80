// Refuses conversations that providers refuse too, so that a client's mistake shows before it reaches a provider:
// results that answer no call, calls without a result, answers in sound.
import type { ChatRequest } from '../../../wire/chat-request.ts'
import { isJson } from '../../../wire/json.ts'
import { ModelError } from '../../../wire/model-error.ts'

/** Throws ModelError 'invalid'. */
export function refuseUnanswerable(request: ChatRequest): void {
  refuseModalities(request)
  // calls of the native format lack ids
  if (request.wire === 'openai' || request.wire === 'anthropic') checkResults(request)
}

/** Refuses modalities other than text, because these models only write. */
function refuseModalities({ extras, wire }: ChatRequest): void {
  const native = isJson(extras?.generationConfig) ? extras.generationConfig.responseModalities : undefined
  const modalities = wire === 'gemini' ? native : extras?.modalities
  if (!Array.isArray(modalities)) return
  const other = modalities.find((one) => typeof one === 'string' && one.toLowerCase() !== 'text')
  if (other === undefined) return
  const param = wire === 'gemini' ? 'generationConfig.responseModalities' : 'modalities'
  throw new ModelError('invalid', `${param}: the built-in models answer in text alone, not in ${String(other)}.`, {
    param,
    code: 'unsupported_value',
  })
}

/** A call is answered in the messages that follow it, and nothing else is (SOURCES 10.9). */
function checkResults({ messages }: ChatRequest): void {
  let open = new Set<string>()
  for (const { role, parts } of messages) {
    if (role === 'assistant') {
      refuseOpen(open)
      open = new Set(parts.flatMap((part) => (part.kind === 'toolCall' ? [part.id] : [])))
      continue
    }
    for (const part of parts)
      if (part.kind === 'toolResult' && !open.delete(part.id))
        throw invalid(`The result of the tool call '${part.id}' answers no call of the message before it.`)
    if (parts.some(({ kind }) => kind !== 'toolResult')) refuseOpen(open)
  }
}

function refuseOpen(open: ReadonlySet<string>): void {
  const [id] = open
  if (id !== undefined) throw invalid(`The tool call '${id}' has no result in the messages that follow it.`)
}

const invalid = (message: string) => new ModelError('invalid', `messages: ${message}`, { param: 'messages' })

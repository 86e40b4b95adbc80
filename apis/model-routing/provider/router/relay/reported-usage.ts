// The usage reported in the answer of an endpoint other than chat.
import { compact, isJson, type Json } from '../../wire/json.ts'
import { readUsage, tokens } from '../../wire/openai/usage.ts'
import type { Usage } from '../../wire/stream-event.ts'

/** Reads either vendor's form; empty without counts. A total alone counts the prompt. */
export function reportedUsage({ usage }: Json): Usage {
  const read = readUsage(usage) ?? {}
  return compact({ ...read, prompt: read.prompt ?? (isJson(usage) ? tokens(usage.total_tokens) : undefined) })
}

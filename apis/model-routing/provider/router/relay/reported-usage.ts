// The usage reported in the answer of an endpoint other than chat.
import { isJson, type Json } from '../../wire/json.ts'
import type { Usage } from '../../wire/stream-event.ts'

/** In either vendor's form; without counts when there are none. */
export function reportedUsage({ usage }: Json): Usage {
  if (!isJson(usage)) return {}
  const count = (name: string): number | undefined => {
    const value = usage[name]
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
  }
  const answer = count('completion_tokens') ?? count('output_tokens')
  const prompt = count('prompt_tokens') ?? count('input_tokens') ?? count('total_tokens')
  return { ...(prompt === undefined ? {} : { prompt }), ...(answer === undefined ? {} : { answer }) }
}

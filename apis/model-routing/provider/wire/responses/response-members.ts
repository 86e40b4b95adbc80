// Members of a response besides its output: what it repeats of the request, and its token counts.
import type { Json } from '../json.ts'
import type { Usage } from '../stream-event.ts'

/** Members of a request that its answer repeats, with the values of absent ones. */
const echoed: Readonly<Record<string, unknown>> = {
  background: false,
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  metadata: {},
  parallel_tool_calls: true,
  previous_response_id: null,
  prompt_cache_key: null,
  reasoning: { effort: null, summary: null },
  safety_identifier: null,
  service_tier: 'default',
  store: true,
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_logprobs: 0,
  top_p: 1,
  truncation: 'disabled',
  user: null,
}

export const echoOf = (request: Json): Json =>
  Object.fromEntries(Object.entries(echoed).map(([name, absent]) => [name, request[name] ?? absent]))

export function writeUsage({ prompt = 0, answer = 0, cachedRead = 0, reasoning = 0 }: Usage): Json {
  return {
    input_tokens: prompt,
    input_tokens_details: { cached_tokens: cachedRead },
    output_tokens: answer,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: prompt + answer,
  }
}

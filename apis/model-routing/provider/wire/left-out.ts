// What a wire cannot say of a request: it is sent without that, and the answer names it.
import type { ChatRequest } from './chat-request.ts'
import { refusesSampling } from './openai/request-writer.ts'
import type { Wire } from './wire.ts'

/** Names of what is left out, in the words of the chat request. Nothing is left out on the request's own wire. */
export function leftOut(request: ChatRequest, wire: Wire, model: string): readonly string[] {
  if (request.wire === wire) return []
  const { sampling, n, parallelToolCalls, tools } = request
  const asked: Readonly<Record<string, boolean>> = {
    n: n > 1,
    logprobs: sampling.logprobs !== undefined,
    seed: sampling.seed !== undefined,
    presence_penalty: sampling.presencePenalty !== undefined,
    frequency_penalty: sampling.frequencyPenalty !== undefined,
    logit_bias: sampling.logitBias !== undefined,
    top_k: sampling.topK !== undefined,
    temperature: sampling.temperature !== undefined,
    top_p: sampling.topP !== undefined,
    parallel_tool_calls: parallelToolCalls === false && tools.length > 0,
  }
  const missing = wire === 'openai' && refusesSampling(model) ? [...missingIn[wire], ...sampled] : missingIn[wire]
  return missing.filter((name) => asked[name])
}

const sampled = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'logit_bias', 'logprobs']
const missingIn: Readonly<Record<Wire, readonly string[]>> = {
  openai: ['top_k'],
  completions: ['parallel_tool_calls'],
  anthropic: ['n', 'logprobs', 'seed', 'presence_penalty', 'frequency_penalty', 'logit_bias'],
  gemini: ['logit_bias', 'parallel_tool_calls'],
}

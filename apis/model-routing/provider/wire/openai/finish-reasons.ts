// Finish reasons of chat completions.

import { type Choice, finishWord } from '../reply.ts'
import type { FinishReason } from '../stream-event.ts'

const words: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  length: 'length',
  toolCalls: 'tool_calls',
  contentFilter: 'content_filter',
}

/** `old`: the caller uses the older form of tools. */
export function finishReason(ending: Choice['finish'], old: boolean): string {
  const word = finishWord(ending, 'openai', words)
  return old && word === 'tool_calls' ? 'function_call' : word
}

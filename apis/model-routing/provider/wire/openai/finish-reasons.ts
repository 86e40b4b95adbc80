// Finish reasons of chat completions.
import { type Ending, finishWord } from '../finish-reasons.ts'

/** `old`: the caller uses the older form of tools. Throws ModelError for an answer that failed. */
export function finishReason(ending: Ending, old: boolean): string {
  const word = finishWord(ending, 'openai')
  return old && word === 'tool_calls' ? 'function_call' : word
}

// Why an answer ended, in the words of chat completions.
import type { Ending } from '../conversation.ts'
import { type Answer, endingWord } from '../reply-log.ts'

const words: Readonly<Record<Ending, string>> = {
  stop: 'stop',
  length: 'length',
  calls: 'tool_calls',
  filter: 'content_filter',
}

/** `old`: the caller knows only the older form of tools. */
export function finishReason(ending: Answer['ending'], old: boolean): string {
  const word = endingWord(ending, 'openai', words)
  return old && word === 'tool_calls' ? 'function_call' : word
}

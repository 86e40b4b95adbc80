// Why an answer ended, in the words of messages (FACTS 10).
import type { Ending, Json } from '../conversation.ts'
import { type Answer, endingWord } from '../reply-log.ts'

const read: Readonly<Record<string, Ending>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'calls',
  refusal: 'filter',
}
const written: Readonly<Record<Ending, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  calls: 'tool_use',
  filter: 'refusal',
}

/** The members of a finish event. */
export function readEnding(word: string, stop: unknown): Answer['ending'] {
  const reason = (Object.hasOwn(read, word) ? read[word] : undefined) ?? 'stop'
  const own = { wire: 'anthropic', word } as const
  return typeof stop === 'string' ? { reason, stop, own } : { reason, own }
}

/** `calls`: a tool was called; clients run tools for this reason alone, whatever word an upstream ended with. */
export function writeEnding(ending: Answer['ending'], calls: boolean): Json {
  const { reason, stop = null } = ending
  const isStop = stop !== null && reason === 'stop'
  const word = calls && reason === 'stop' ? 'tool_use' : isStop ? 'stop_sequence' : written[reason]
  return { stop_reason: endingWord({ ...ending }, 'anthropic', { ...written, [reason]: word }), stop_sequence: stop }
}

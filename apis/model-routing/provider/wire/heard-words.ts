// Transcripts of spoken answers, for callers whose wire carries text alone.
import type { Batches } from './batches.ts'
import { isJson } from './json.ts'
import type { StreamEvent } from './stream-event.ts'

/** Adds the transcripts of spoken answers as texts. */
export async function* withTranscripts(batches: Batches): Batches {
  for await (const events of batches) yield events.flatMap(inWords)
}
function inWords(event: StreamEvent): StreamEvent[] {
  const audio = event.kind === 'opaque' && event.wire === 'openai' ? event.block.audio : undefined
  if (!('choice' in event) || !isJson(audio) || typeof audio.transcript !== 'string') return [event]
  return [{ kind: 'text', choice: event.choice, text: audio.transcript }, event]
}

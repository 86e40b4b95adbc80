// The generated text of an answer, for counting its tokens.
import type { StreamEvent } from './stream-event.ts'

/**
 * Pieces of a stream cut words apart, so they are joined before they are counted; only up to a length that suits the
 * tokenizer.
 */
const maxPieceLength = 8192

/** Adds what an event contains of the generated text. */
export function addOutput(event: StreamEvent, output: string[]): void {
  if (event.kind === 'text' || event.kind === 'thinking' || event.kind === 'refusal' || event.kind === 'toolInput') {
    const last = output.length - 1
    if (last >= 0 && (output[last]?.length ?? 0) < maxPieceLength) output[last] += event.text
    else output.push(event.text)
  } else if (event.kind === 'toolCall') output.push(event.name)
}

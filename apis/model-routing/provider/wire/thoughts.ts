// Thoughts that callers send back as they came in a stream: in pieces, of which the last has the signature of all.
import type { Part } from './chat-request.ts'

/**
 * Returns the parts with thoughts that follow each other as one, up to its signature. `isOne`: false if the thought at
 * this position begins another block.
 */
export function joinedThoughts(parts: readonly Part[], isOne: (at: number) => boolean = () => true): Part[] {
  const joined: Part[] = []
  for (const [at, part] of parts.entries()) {
    const before = joined.at(-1)
    const isOpen = before?.kind === 'thinking' && before.signature === undefined
    if (part.kind === 'thinking' && isOpen && isOne(at))
      joined.splice(-1, 1, { ...before, ...part, text: before.text + part.text })
    else joined.push(part)
  }
  return joined
}

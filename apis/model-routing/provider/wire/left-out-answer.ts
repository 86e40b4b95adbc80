// Names what a whole answer loses in the caller's wire: blocks that only their vendor has, such as sound, code that was
// run and files. Metadata beside the content, and signatures, are of use to the vendor alone.
import { besideParts } from './gemini/answer-reader.ts'
import { isJson, type Json } from './json.ts'
import type { StreamEvent } from './stream-event.ts'
import type { Wire } from './wire.ts'

/**
 * Returns the names for the header that names what is left out, such as `answer.executableCode`. `wire`: the one that
 * the answer is written to; undefined for a form outside the wires, which can say nothing of a vendor.
 */
export function answerLeftOut(events: readonly StreamEvent[], wire: Wire | undefined): readonly string[] {
  const names = new Set<string>()
  for (const event of events)
    if (event.kind === 'opaque' && event.wire !== wire) {
      const name = nameOf(event.block)
      if (name !== undefined) names.add(`answer.${name}`)
    }
  return [...names]
}

/** Returns the type of a block of the Messages API, the kind of media, or the member that a part or a message has. */
function nameOf(block: Json): string | undefined {
  if (typeof block.type === 'string') return block.type
  const inline = block.inlineData ?? block.inline_data
  if (isJson(inline)) {
    const [kind] = String(inline.mimeType ?? inline.mime_type ?? '').split('/')
    return kind === 'audio' || kind === 'video' ? kind : 'inlineData'
  }
  return Object.keys(block).find((name) => !unsaid.has(name))
}
const unsaid = new Set([besideParts, 'text', 'thought', 'thoughtSignature', 'thought_signature', 'videoMetadata'])

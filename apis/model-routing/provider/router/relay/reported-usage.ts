// The usage reported in the answer of an endpoint other than chat.
import { compact, isJson, type Json, parsed } from '../../wire/json.ts'
import { readUsage, tokens } from '../../wire/openai/usage.ts'
import { FrameReader } from '../../wire/sse.ts'
import type { Usage } from '../../wire/stream-event.ts'
import type { Observer } from './passed-on.ts'

/** Reads either vendor's form; empty without counts. A total alone counts the prompt. */
export function reportedUsage({ usage, meta }: Json): Usage {
  const read = readUsage(usage) ?? {}
  const billed = isJson(meta) && isJson(meta.billed_units) ? meta.billed_units : {}
  return compact({
    ...read,
    prompt: read.prompt ?? (isJson(usage) ? tokens(usage.total_tokens) : undefined) ?? tokens(billed.input_tokens),
    searches: read.searches ?? tokens(billed.search_units),
  })
}

/** Reads the usage of streamed pictures, transcripts and speech, which is in the last event. */
export class StreamedUsage implements Observer {
  usage: Usage = {}
  /** Undefined once a frame was too large to be read. */
  #frames: FrameReader | undefined = new FrameReader()

  see(chunk: Uint8Array): void {
    try {
      for (const { data } of this.#frames?.take(chunk) ?? []) this.#read(data)
    } catch {
      this.#frames = undefined
    }
  }

  #read(data: string | undefined): void {
    if (data?.includes('"usage"') !== true) return
    const event = parsed(data)
    if (isJson(event) && isJson(event.usage)) this.usage = reportedUsage(event)
  }
}

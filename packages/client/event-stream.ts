// Reads server-sent events (WHATWG HTML, section 9.2) and raw chunks from the body of a response.

/** The longest incomplete event, in characters. */
const eventLimit = 16 * 1024 * 1024

/** Chunks of a body as they arrive. Leaving the loop early aborts the call. */
export async function* chunksOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader()
  if (!reader) return
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/**
 * Returns the data of each event: JSON if it is JSON, otherwise text. `[DONE]` ends the stream. An incomplete event at
 * the end of the stream is dropped, as the standard requires.
 */
export async function* eventsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder()
  const parser = createEventParser()
  for await (const chunk of chunks) {
    for (const data of parser(decoder.decode(chunk, { stream: true }))) {
      if (data === '[DONE]') return
      yield dataOf(data)
    }
  }
}

/**
 * Returns a parser that takes chunks of text and returns the data of completed events. It throws on an event over 16 Mi
 * characters.
 */
export function createEventParser(): (text: string) => string[] {
  let pending = ''
  let data: string[] = []
  let size = 0
  let afterReturn = false
  return (text) => {
    // a line feed after a carriage return belongs to the same line end, even if it arrives in the next chunk
    const fresh = afterReturn && text.startsWith('\n') ? text.slice(1) : text
    if (text !== '') afterReturn = text.endsWith('\r')
    const lines = (pending + fresh).split(/\r\n|\r|\n/)
    pending = lines.pop() ?? ''
    const complete: string[] = []
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) complete.push(data.join('\n'))
        data = []
        size = 0
      } else if (line === 'data' || line.startsWith('data:')) {
        const value = line.slice(5).replace(/^ /, '')
        data.push(value)
        size += value.length
      }
    }
    if (size + pending.length > eventLimit) throw new Error('an event of the stream is too large')
    return complete
  }
}

function dataOf(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return data
  }
}

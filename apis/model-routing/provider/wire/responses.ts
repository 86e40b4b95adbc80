// Responses (SOURCES 3.18): answered like chat completions, written as items with events of their own.
import type { AnswerDetails, Format } from './format.ts'
import type { Json } from './json.ts'
import { openai } from './openai.ts'
import { readRequest } from './responses/request-reader.ts'
import { ResponseWriter } from './responses/response-writer.ts'
import type { StreamEvent } from './stream-event.ts'
import { writeBatches } from './stream-writer.ts'

interface ResponseCall {
  /** The caller's body. */
  readonly body: Json
  /** The input with earlier items before it, and with items instead of references. */
  readonly items: readonly unknown[]
  /** Takes a whole answer before its last bytes reach the caller. */
  readonly completed: (response: Json) => Promise<void>
}

/** The format of one call. */
export function responsesFormat({ body, items, completed }: ResponseCall): Format {
  return {
    ...openai,
    readRequest: (rest) => readRequest(rest, items),
    writeAnswer: (events, details) => writeWhole(events, details, body),
    async *writeStream(batches, details) {
      const writer = new ResponseWriter(details, body)
      let isKept = false
      for await (const frames of writeBatches(writer, batches, details.finalComment)) {
        if (writer.response && !isKept) {
          isKept = true
          await completed(writer.response)
        }
        yield frames
      }
    },
  }
}

function writeWhole(events: readonly StreamEvent[], details: AnswerDetails, body: Json): Json {
  const writer = new ResponseWriter(details, body)
  for (const event of events) writer.write(event)
  writer.end()
  return writer.response ?? {}
}

export { itemsOf } from './responses/request-reader.ts'

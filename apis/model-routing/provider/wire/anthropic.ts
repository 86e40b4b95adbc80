// The wire of messages: `POST /v1/messages` (SOURCES 3.10).
import { MessageReader, readAnswer } from './anthropic/answer-reader.ts'
import { writeAnswer } from './anthropic/answer-writer.ts'
import { readError, writeError } from './anthropic/errors.ts'
import { MessageWriter } from './anthropic/message-writer.ts'
import { readCountedRequest, readRequest } from './anthropic/request-reader.ts'
import { writeRequest } from './anthropic/request-writer.ts'
import type { Format } from './format.ts'
import { readBatches } from './stream-reader.ts'
import { writeBatches } from './stream-writer.ts'

export const anthropic: Format = {
  wire: 'anthropic',
  readRequest,
  writeRequest,
  readAnswer,
  readStream: (chunks, cancel, verbatim) => readBatches(new MessageReader(), { chunks, cancel, verbatim }),
  writeAnswer,
  writeStream: (batches, details) => writeBatches(new MessageWriter(details), batches, details.finalComment),
  writeError,
  readError,
}
export { readCountedRequest }

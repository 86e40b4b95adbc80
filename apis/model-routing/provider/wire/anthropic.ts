// The wire of messages: `POST /v1/messages` (FACTS 3.10, 4, 5 and 10).
import { readAnswer, readStream } from './anthropic/answer-reader.ts'
import { writeAnswer, writeStream } from './anthropic/answer-writer.ts'
import { readError, writeError } from './anthropic/errors.ts'
import { readCountedRequest, readRequest } from './anthropic/request-reader.ts'
import { writeRequest } from './anthropic/request-writer.ts'
import type { Format } from './format.ts'

export const anthropic: Format = {
  wire: 'anthropic',
  readRequest,
  writeRequest,
  readAnswer,
  readStream,
  writeAnswer,
  writeStream,
  writeError,
  readError,
}
export { readCountedRequest }

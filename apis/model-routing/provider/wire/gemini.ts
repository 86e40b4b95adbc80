// The wire of generateContent: `POST /v1/models/{model}:{action}` (FACTS 3.11, 4 and 10).
import type { Format } from './format.ts'
import { readAnswer, readStream } from './gemini/answer-reader.ts'
import { writeAnswer, writeStream } from './gemini/answer-writer.ts'
import { readError, writeError } from './gemini/errors.ts'
import { readCountedRequest, readRequest } from './gemini/request-reader.ts'
import { writeRequest } from './gemini/request-writer.ts'

export const gemini: Format = {
  wire: 'gemini',
  readRequest,
  writeRequest,
  readAnswer,
  readStream,
  writeAnswer,
  writeStream,
  writeError,
  readError,
}
export * from './gemini/embeddings.ts'
export { readCountedRequest }

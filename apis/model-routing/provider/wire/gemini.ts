// The wire of generateContent: `POST /v1/models/{model}:{action}` (SOURCES 3.11, 4 and 10).
import type { Format } from './format.ts'
import { CandidateReader, readAnswer } from './gemini/answer-reader.ts'
import { CandidateWriter, writeAnswer } from './gemini/answer-writer.ts'
import { readError, writeError } from './gemini/errors.ts'
import { readCountedRequest, readRequest } from './gemini/request-reader.ts'
import { writeRequest } from './gemini/request-writer.ts'
import { readBatches } from './stream-reader.ts'
import { writeBatches } from './stream-writer.ts'

export const gemini: Format = {
  wire: 'gemini',
  readRequest,
  writeRequest,
  readAnswer,
  readStream: (chunks, cancel, verbatim) => readBatches(new CandidateReader(), { chunks, cancel, verbatim }),
  writeAnswer,
  writeStream: (batches, details) => writeBatches(new CandidateWriter(details), batches, details.finalComment),
  writeError,
  readError,
}
export * from './gemini/embeddings.ts'
export { readCountedRequest }

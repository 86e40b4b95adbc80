// The wire of chat completions: `POST /v1/chat/completions` (SOURCES 3.1).
import type { Format } from './format.ts'
import { ChunkReader, readAnswer } from './openai/answer-reader.ts'
import { writeAnswer } from './openai/answer-writer.ts'
import { ChunkWriter } from './openai/chunk-writer.ts'
import { readError, writeError } from './openai/errors.ts'
import { readRequest } from './openai/request-reader.ts'
import { writeRequest } from './openai/request-writer.ts'
import { readBatches } from './stream-reader.ts'
import { writeBatches } from './stream-writer.ts'

export const openai: Format = {
  wire: 'openai',
  readRequest,
  writeRequest,
  readAnswer,
  readStream: (chunks, cancel, verbatim) => readBatches(new ChunkReader(), { chunks, cancel, verbatim }),
  writeAnswer,
  writeStream: (batches, details) => writeBatches(new ChunkWriter(details), batches, details.finalComment),
  writeError,
  readError,
}

// The wire of text completions: `POST /v1/completions` (SOURCES 3.2). Its errors are those of chat completions.
import { readAnswer, TextChunkReader } from './completions/answer-reader.ts'
import { TextChunkWriter, writeAnswer } from './completions/answer-writer.ts'
import { readRequest } from './completions/request-reader.ts'
import { writeRequest } from './completions/request-writer.ts'
import type { Format } from './format.ts'
import { readError, writeError } from './openai/errors.ts'
import { readBatches } from './stream-reader.ts'
import { writeBatches } from './stream-writer.ts'

export const completions: Format = {
  wire: 'completions',
  readRequest,
  writeRequest,
  readAnswer,
  readStream: (chunks, cancel, verbatim) => readBatches(new TextChunkReader(), { chunks, cancel, verbatim }),
  writeAnswer,
  writeStream: (batches, details) => writeBatches(new TextChunkWriter(details), batches, details.finalComment),
  writeError,
  readError,
}

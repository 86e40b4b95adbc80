// The wire of chat completions: `POST /v1/chat/completions` (FACTS 3.1, 4, 5 and 10).
import type { Format } from './format.ts'
import { readAnswer, readBatches, readStream } from './openai/answer-reader.ts'
import { writeAnswer, writeBatches, writeStream, writeWhole } from './openai/answer-writer.ts'
import { readError, writeError } from './openai/errors.ts'
import { readRequest } from './openai/request-reader.ts'
import { writeRequest } from './openai/request-writer.ts'

export const openai: Format = {
  wire: 'openai',
  readRequest,
  writeRequest,
  readAnswer,
  readStream,
  readBatches,
  writeAnswer,
  writeStream,
  writeBatches,
  writeWhole,
  writeError,
  readError,
}

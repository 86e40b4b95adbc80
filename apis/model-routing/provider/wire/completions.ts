// The wire of text completions: `POST /v1/completions` (FACTS 3.2, 4 and 5). Its errors are those of chat completions.
import { readAnswer, readStream } from './completions/answer-reader.ts'
import { writeAnswer, writeStream } from './completions/answer-writer.ts'
import { readRequest } from './completions/request-reader.ts'
import { writeRequest } from './completions/request-writer.ts'
import type { Format } from './format.ts'
import { readError, writeError } from './openai/errors.ts'

export const completions: Format = {
  wire: 'completions',
  readRequest,
  writeRequest,
  readAnswer,
  readStream,
  writeAnswer,
  writeStream,
  writeError,
  readError,
}

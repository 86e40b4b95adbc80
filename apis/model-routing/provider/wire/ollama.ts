// The wire of Ollama, for its clients (SOURCES 3.19): a chat, or a generation from one prompt. Providers of this kind
// are called by chat completions, which they speak too, so this wire is never written to one.
import type { Format } from './format.ts'
import { writeError } from './ollama/errors.ts'
import { LineWriter, type Saying, sayingChat, sayingGeneration, writeWhole } from './ollama/line-writer.ts'
import { readChatRequest, readGenerateRequest } from './ollama/request-reader.ts'
import { openai } from './openai.ts'
import { writeBatches } from './stream-writer.ts'

export const ollamaChat = formatOf(readChatRequest, sayingChat)
export const ollamaGenerate = formatOf(readGenerateRequest, sayingGeneration)

function formatOf(readRequest: Format['readRequest'], saying: Saying): Format {
  return {
    ...openai,
    streamType: 'application/x-ndjson',
    readRequest,
    writeAnswer: (events, details) => writeWhole(events, details, saying),
    writeStream: (batches, details) => writeBatches(new LineWriter(details, saying), batches),
    writeError,
  }
}

export { isLoading } from './ollama/request-reader.ts'

// All endpoints, in the order of the provider's documentation.
import { audio } from './endpoints/audio.ts'
import { batches, messageBatches } from './endpoints/batches.ts'
import { billing } from './endpoints/billing.ts'
import { chat, createEdit } from './endpoints/chat.ts'
import { embeddings } from './endpoints/embeddings.ts'
import { files } from './endpoints/files.ts'
import { fineTunes } from './endpoints/fine-tunes.ts'
import { fineTuningJobs } from './endpoints/fine-tuning-jobs.ts'
import { createDecision, createModeration, rerank, rerankV2 } from './endpoints/judgement.ts'
import { createImage, createImageVariation, video } from './endpoints/media.ts'
import { messages } from './endpoints/messages.ts'
import { models } from './endpoints/models.ts'
import { ollama } from './endpoints/ollama.ts'
import { compactResponse, responses, searchWeb } from './endpoints/responses.ts'
import { uploads } from './endpoints/uploads.ts'

export const endpoints = {
  searchWeb,
  ...audio,
  ...chat,
  ...billing,
  createDecision,
  createEdit,
  ...embeddings,
  ...files,
  ...uploads,
  ...batches,
  ...fineTunes,
  ...fineTuningJobs,
  createImage,
  createImageVariation,
  ...messages,
  ...messageBatches,
  ...models,
  createModeration,
  rerank,
  rerankV2,
  compactResponse,
  ...responses,
  ...ollama,
  ...video,
}

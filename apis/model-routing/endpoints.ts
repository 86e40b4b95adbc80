// All endpoints, in the order of the provider's documentation.
import { audio } from './endpoints/audio.ts'
import { billing } from './endpoints/billing.ts'
import { chat, createEdit } from './endpoints/chat.ts'
import { embeddings } from './endpoints/embeddings.ts'
import { files } from './endpoints/files.ts'
import { fineTunes } from './endpoints/fine-tunes.ts'
import { createDecision, createModeration, rerank } from './endpoints/judgement.ts'
import { createImage, createImageVariation, video } from './endpoints/media.ts'
import { messages } from './endpoints/messages.ts'
import { models } from './endpoints/models.ts'
import { compactResponse, responses, searchWeb } from './endpoints/responses.ts'

export const endpoints = {
  searchWeb,
  ...audio,
  ...chat,
  ...billing,
  createDecision,
  createEdit,
  ...embeddings,
  ...files,
  ...fineTunes,
  createImage,
  createImageVariation,
  ...messages,
  ...models,
  createModeration,
  rerank,
  compactResponse,
  ...responses,
  ...video,
}

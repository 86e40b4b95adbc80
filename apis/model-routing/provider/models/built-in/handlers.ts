// Answers of the gateway itself if no channel answers: everything but chat (chat.ts), by endpoint. Handlers throw
// ModelError; the caller renders it in the wire's format.
import type { BuiltInDeps } from './deps.ts'
import { createEditHandlers } from './edits.ts'
import { createEmbeddingHandlers } from './embeddings.ts'
import { decisionHandlers } from './judgement/decisions.ts'
import { moderationHandlers } from './judgement/moderation.ts'
import { createPictureHandlers } from './pictures/handlers.ts'
import { rerankHandlers } from './rerank.ts'
import { createSearchHandlers } from './search.ts'
import { createSpeakingHandlers } from './speech/speaking.ts'
import { createTranscribingHandlers } from './speech/transcribing.ts'

export const createBuiltInHandlers = (deps: BuiltInDeps) => ({
  ...createSearchHandlers(deps),
  ...createSpeakingHandlers(deps),
  ...createTranscribingHandlers(deps),
  ...createPictureHandlers(deps),
  ...decisionHandlers,
  ...createEditHandlers(deps),
  ...createEmbeddingHandlers(deps),
  ...moderationHandlers,
  ...rerankHandlers,
})

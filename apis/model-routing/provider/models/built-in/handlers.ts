// What the gateway answers by itself where no channel does: everything but chat (chat.ts), by endpoint. Handlers throw
// ModelError; the caller puts it into the words of the wire.
import type { BuiltInDeps } from './deps.ts'
import { createEditHandlers } from './edits.ts'
import { embeddingHandlers } from './embeddings.ts'
import { decisionHandlers } from './judgement/decisions.ts'
import { moderationHandlers } from './judgement/moderation.ts'
import { rerankHandlers } from './rerank.ts'
import { createSearchHandlers } from './search.ts'
import { speakingHandlers } from './speech/speaking.ts'
import { createTranscribingHandlers } from './speech/transcribing.ts'

export const createBuiltInHandlers = (deps: BuiltInDeps) => ({
  ...createSearchHandlers(deps),
  ...speakingHandlers,
  ...createTranscribingHandlers(deps),
  ...decisionHandlers,
  ...createEditHandlers(deps),
  ...embeddingHandlers,
  ...moderationHandlers,
  ...rerankHandlers,
})

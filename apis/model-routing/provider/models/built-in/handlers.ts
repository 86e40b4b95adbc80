// What the gateway answers by itself where no channel does: everything but chat (chat.ts), by endpoint. Handlers throw ModelError; whoever
// merges them puts it into words of the wire.

import { editHandlers } from './edits.ts'
import { embeddingHandlers } from './embeddings.ts'
import { decisionHandlers } from './judgement/decisions.ts'
import { moderationHandlers } from './judgement/moderation.ts'
import { rerankHandlers } from './rerank.ts'
import { searchHandlers } from './search.ts'
import { speakingHandlers } from './speech/speaking.ts'
import { transcribingHandlers } from './speech/transcribing.ts'

export const builtInHandlers = {
  ...searchHandlers,
  ...speakingHandlers,
  ...transcribingHandlers,
  ...decisionHandlers,
  ...editHandlers,
  ...embeddingHandlers,
  ...moderationHandlers,
  ...rerankHandlers,
}

// The handlers of all endpoints put together: the router's own, the relayed ones with what the gateway answers by itself, and those over
// stored things.
import type { Handlers } from '#define'
import type { endpoints } from '../endpoints.ts'
import type { Tables } from '../tables.ts'
import { unimplementedImages } from './router/chat/unimplemented.ts'
import { chatHandlers } from './router/handlers.ts'
import { createRelayHandlers, type OwnHandlers } from './router/relay/handlers.ts'

type All = Handlers<typeof endpoints, Tables>
type RouterId = 'chatCompletions' | 'completions' | 'createMessage' | 'callModel' | 'createImageVariation'

/** What the gateway's own models answer. */
export type BuiltInHandlers = OwnHandlers
/** Files, fine-tunes, videos, models, billing, counting. */
export type StoredHandlers = Omit<All, RouterId | keyof OwnHandlers>

export function createHandlers(own: { builtIn: BuiltInHandlers; stored: StoredHandlers }): All {
  return {
    ...own.stored,
    ...createRelayHandlers(own.builtIn),
    ...chatHandlers,
    createImageVariation: unimplementedImages,
  }
}

// The components of the router: one of each per opened provider. Handlers, the relay and the operator's endpoints share
// it.
import type { Call, ProviderKit } from '#define'
import type { Tables } from '../../tables.ts'
import type { OwnChat } from '../models/own-chat.ts'
import type { CountTexts } from '../tokens/count.ts'
import type { AnswerCache } from './cache/answer-cache.ts'
import type { ChannelStore } from './channels/channel-store.ts'
import type { CallSignatures } from './chat/call-signatures.ts'
import type { PatternInput, PatternResult } from './guardrails/matching.ts'
import type { RuleStore } from './guardrails/rule-store.ts'
import type { Meter } from './metering/meter.ts'
import type { Health } from './routing/health.ts'

export interface Router {
  readonly kit: Pick<ProviderKit<Tables>, 'now' | 'log' | 'outbound' | 'secrets' | 'random'>
  readonly channels: ChannelStore
  readonly rules: RuleStore
  readonly health: Health
  readonly meter: Meter
  readonly answers: AnswerCache
  readonly ownChat: OwnChat
  readonly callSignatures: CallSignatures
  /** Searches strings for the patterns of rules. */
  readonly applyPatterns: (input: PatternInput, call: Call) => Promise<PatternResult>
  /** Counts tokens in the turn of the account. */
  readonly countsFor: (call: Pick<Call, 'account'>) => CountTexts
  /** Unique strings of 24 hexadecimal digits. */
  readonly newId: () => string
}

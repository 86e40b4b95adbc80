// What the router is made of, one of each for a database: channels, rules, how the channels are doing, the meter. Handlers ask for them by
// their kit, so that a process may hold more than one gateway.
import type { ProviderKit } from '#define'
import type { Tables } from '../../tables.ts'
import { formats } from '../wire/formats.ts'
import { type ChannelStore, createChannelStore } from './channels/channel-store.ts'
import { createRuleStore, type RuleStore } from './guardrails/rule-store.ts'
import { createIds } from './ids.ts'
import { createMetering, type Metering } from './metering/meter.ts'
import { createHealth, type Health } from './routing/health.ts'
import type { UpstreamFormats } from './upstreams/chat-call.ts'

export interface RouterParts {
  readonly channels: ChannelStore
  readonly rules: RuleStore
  readonly health: Health
  readonly formats: UpstreamFormats
  readonly metering: Metering
  /** Unique texts of 24 hexadecimal digits. */
  readonly newId: () => string
}

const made = new WeakMap<object, RouterParts>()

/** The parts for the database of the kit, made on the first call. */
export function partsOf(kit: ProviderKit<Tables>): RouterParts {
  const known = made.get(kit.db)
  if (known) return known
  const lasting = withoutCall(kit)
  const parts: RouterParts = {
    channels: createChannelStore(),
    rules: createRuleStore(),
    health: createHealth(() => lasting.now()),
    formats,
    metering: createMetering(lasting),
    newId: createIds(lasting.random),
  }
  made.set(kit.db, parts)
  return parts
}

/** A kit outlives the call that it came with: nothing of the call may stay with it. */
function withoutCall(kit: ProviderKit<Tables>): ProviderKit<Tables> {
  const { db, dialect, now, today, random, fetch, log, cacheFolder, ask, secrets, outbound, config, mayCallOut } = kit
  return { db, dialect, now, today, random, fetch, log, cacheFolder, ask, secrets, outbound, config, mayCallOut }
}

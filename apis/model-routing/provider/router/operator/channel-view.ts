// A channel as the operator sees it: its settings, and its health in this process.
import type { Channel } from '../channels/channel.ts'
import { writeLimits, writePrice } from '../channels/channel-input.ts'
import type { ChannelState } from '../routing/health.ts'

/** `keyed`: ids of the channels whose key is stored. */
export function writeChannel(channel: Channel, health: ChannelState, keyed: ReadonlySet<string>) {
  const { id, name, source, kind, base, enabled, priority, weight } = channel
  const { breaker, openUntilMs, underWay, failuresInARow, lastError } = health
  const prices = Object.entries(channel.prices).map(([model, price]) => [model, writePrice(price)] as const)
  return {
    id,
    name,
    source,
    kind,
    base,
    enabled,
    priority,
    weight,
    models: [...channel.models],
    mapping: { ...channel.mapping },
    prices: Object.fromEntries(prices),
    limits: writeLimits(channel.limits),
    headers: { ...channel.headers },
    key_stored: keyed.has(id),
    state: {
      breaker,
      open_until: openUntilMs === undefined ? null : new Date(openUntilMs).toISOString(),
      under_way: underWay,
      failures_in_a_row: failuresInARow,
      last_fault: lastError ?? null,
      first_byte_ms: rounded(health.firstByteMs),
      tokens_per_second: rounded(health.tokensPerS),
    },
  }
}

const rounded = (figure: number | undefined): number | null =>
  figure === undefined ? null : Math.round(figure * 10) / 10

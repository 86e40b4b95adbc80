// A channel as the operator sees it: what he set, and how it is doing in this process.

import type { Channel } from '../channels/channel.ts'
import { writeLimits, writePrice } from '../channels/channel-input.ts'
import type { ChannelState } from '../routing/health.ts'

/** `keyed`: ids of the channels for which a key is sealed. */
export function writeChannel(channel: Channel, doing: ChannelState, keyed: ReadonlySet<string>) {
  const { id, name, source, kind, base, enabled, priority, weight } = channel
  const { breaker, openUntilMs, underWay, failuresInARow, lastFault } = doing
  const prices = Object.entries(channel.prices).map(([model, price]) => [model, writePrice(price)] as const)
  return {
    ...{ id, name, source, kind, base, enabled, priority, weight },
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
      last_fault: lastFault ?? null,
      first_byte_ms: rounded(doing.firstByteMs),
      tokens_per_second: rounded(doing.tokensPerS),
    },
  }
}

const rounded = (figure: number | undefined): number | null =>
  figure === undefined ? null : Math.round(figure * 10) / 10

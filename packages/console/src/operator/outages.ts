// The times in which providers of live listings were away, by the events that announced them.
import type { Admin } from '../../../client/operator/mod.ts'

export type OutageEvent = Pick<
  Awaited<ReturnType<Admin['listEvents']>>['events'][number],
  'type' | 'timestamp' | 'data'
>

/** A time in which the provider of a listing was away, in milliseconds since the epoch. */
export interface Outage {
  readonly listing: string
  readonly title: string
  readonly from: number
  readonly to: number
}

/**
 * Returns the outages within a time: each begins when the provider began to fail, and ends when it was announced to
 * answer again, or lasts. One of which only the end is known began before.
 */
export function outagesOf(events: readonly OutageEvent[], from: number, now: number): Outage[] {
  const open = new Map<string, { readonly title: string; readonly from: number }>()
  const outages: Outage[] = []
  const timed = events
    .filter(({ data }) => data.test !== true)
    .map((event) => ({ ...event, at: Date.parse(event.timestamp) }))
  for (const { type, data, at } of timed.sort((one, other) => one.at - other.at)) {
    const [listing, title] = [String(data.listing), String(data.title)]
    const began = open.get(listing)?.from ?? (typeof data.since === 'number' ? Math.max(data.since, from) : from)
    open.delete(listing)
    if (type === 'listing.down') open.set(listing, { title, from: began })
    else outages.push({ listing, title, from: began, to: at })
  }
  for (const [listing, one] of open) outages.push({ listing, ...one, to: now })
  return outages
}

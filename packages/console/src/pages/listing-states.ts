// Displays the state of a listing: its provider, its health, and its provider key.
import { html } from 'lit-html'
import type { HealthOutput, ListListingsOutput } from '../../../client/own/mod.ts'
import { type Content, state } from '../kit/parts.ts'

type Answers = 'answers' | 'answersUntil' | 'maxAgeS' | 'sample' | 'writes'
export type Listing = Omit<ListListingsOutput['listings'][number], Answers>
export type ListingHealth = HealthOutput['listings'][number]

/** Returns the item market as a listing: it is of the account, but has a port and keys of its own and no choices. */
export function marketListings(listings: readonly Listing[], healths: readonly ListingHealth[]): Listing[] {
  const slugs = new Set(listings.map(({ slug }) => slug))
  return healths
    .filter(({ slug }) => !slugs.has(slug))
    .map(({ slug, title }) => ({
      slug,
      title,
      api: slug,
      endpoints: 0,
      envelope: 'data',
      answers: 'live',
      answersUntil: null,
      maxAgeS: 86_400,
      sample: false,
      writes: false,
      auth: 'keyless',
      providerKey: null,
      provider: 'embedded',
      chosen: false,
      embedded: true,
      live: false,
    }))
}

export function answeredBy({ provider, chosen }: Pick<Listing, 'provider' | 'chosen'>): Content {
  const word = provider === 'live' ? 'Live' : 'Embedded'
  return html`<span title=${chosen ? 'As chosen' : 'By default'}>${word}</span>`
}

const healthWords = {
  idle: ['off', 'No calls'],
  ok: ['good', 'Works'],
  failing: ['warn', 'Failing'],
  down: ['bad', 'Down'],
} as const

export function healthState(health: ListingHealth | undefined): Content {
  const [tone, word] = healthWords[health?.state ?? 'idle']
  const title = health?.circuit === 'open' ? 'Its provider failed repeatedly; calls are refused for a while.' : ''
  return state(tone, word, title)
}

const keyWords = {
  missing: ['warn', 'Missing'],
  placeholder: ['off', 'Placeholder'],
  stored: ['good', 'Stored'],
} as const

export function keyState({ providerKey, auth }: Pick<Listing, 'providerKey' | 'auth'>): Content {
  if (providerKey === null) return html`<span class="muted">none needed</span>`
  if (providerKey === 'missing' && auth === 'optional') return state('off', 'Optional')
  const [tone, word] = keyWords[providerKey]
  return state(tone, word)
}

interface Sum {
  readonly calls: number
  readonly failed: number
  readonly p95: number | null
}

/** Combines all providers of a listing, with the slowest of their percentiles. */
export function sumOf(health: ListingHealth | undefined): Sum {
  const parts = [health?.live, health?.embedded, health?.replay, health?.gateway].filter(
    (part) => part !== null && part !== undefined,
  )
  const times = parts.map(({ p95 }) => p95).filter((time) => time !== null)
  return {
    calls: parts.reduce((total, { calls }) => total + calls, 0),
    failed: parts.reduce((total, { failed }) => total + failed, 0),
    p95: times.length === 0 ? null : Math.max(...times),
  }
}

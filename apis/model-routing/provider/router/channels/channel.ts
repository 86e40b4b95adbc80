// A channel: one way to a model provider, as the operator set it, with what follows from it (which models, under which names, at
// which price, at which address).
import type { Price } from '../metering/price.ts'

/** The wire that the provider speaks. Ollama's is that of chat completions, without a key. */
export type ChannelKind = 'openai' | 'anthropic' | 'gemini' | 'ollama'
export const channelKinds = ['openai', 'anthropic', 'gemini', 'ollama'] as const

export interface ChannelLimits {
  /** Calls at one time. */
  readonly concurrent?: number | undefined
  /** Calls that begin within a minute. */
  readonly callsPerMinute?: number | undefined
  /** Milliseconds to the first byte of an answer, and of silence within one. */
  readonly firstByteMs?: number | undefined
  readonly idleMs?: number | undefined
}
export interface Channel {
  readonly id: string
  /** Unique; what answers call it. */
  readonly name: string
  readonly kind: ChannelKind
  /** Address without a slash at its end, version included. */
  readonly base: string
  readonly enabled: boolean
  /** Higher ones come first. */
  readonly priority: number
  /** Share among channels of one priority. */
  readonly weight: number
  /** Names that it serves; `*` stands for any text. */
  readonly models: readonly string[]
  /** Name that is asked for to the provider's own; chains are followed. */
  readonly mapping: Readonly<Record<string, string>>
  /** By name as asked for; `*` stands for any text. */
  readonly prices: Readonly<Record<string, Price>>
  readonly limits: ChannelLimits
  /** Sent with every call of the channel. */
  readonly headers: Readonly<Record<string, string>>
  readonly source: 'operator' | 'file'
}

/** Addresses of the vendors' own services. */
export const defaultBases: Readonly<Record<ChannelKind, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  gemini: 'https://generativelanguage.googleapis.com/v1beta',
  ollama: 'http://127.0.0.1:11434',
}

const versions: Readonly<Record<ChannelKind, string>> = { openai: '/v1', anthropic: '', gemini: '/v1beta', ollama: '' }

/** An address in its one form: no slash at the end; without a path it gets the version that the kind's paths stand below. */
export function tidyBase(kind: ChannelKind, base: string): string {
  const bare = base.replace(/\/+$/, '')
  const versionless = kind === 'anthropic' || kind === 'ollama' ? bare.replace(/\/v1$/, '') : bare
  return URL.parse(versionless)?.pathname === '/' ? versionless + versions[kind] : versionless
}

/** Whether a name fits a pattern in which `*` stands for any text. */
export function fits(pattern: string, name: string): boolean {
  if (pattern === '*') return true
  if (!pattern.includes('*')) return pattern === name
  const pieces = pattern.split('*')
  const [first = '', ...rest] = pieces
  const last = rest.pop() ?? ''
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false
  let at = first.length
  const end = name.length - last.length
  for (const piece of rest) {
    const found = name.indexOf(piece, at)
    if (found < 0 || found + piece.length > end) return false
    at = found + piece.length
  }
  return true
}

export function serves(channel: Channel, model: string): boolean {
  return channel.models.some((pattern) => fits(pattern, model)) || Object.hasOwn(channel.mapping, model)
}

/** The provider's own name of a model: mappings are followed to their end; a loop, which cannot be stored, ends where it began. */
export function upstreamName({ mapping }: Pick<Channel, 'mapping'>, model: string): string {
  if (!Object.hasOwn(mapping, model)) return model
  const seen = new Set<string>()
  let name = model
  while (Object.hasOwn(mapping, name) && !seen.has(name)) {
    seen.add(name)
    name = mapping[name] ?? name
  }
  return name
}

/** The names of a mapping that lead back to themselves, in their order; undefined when there is no loop. */
export function mappingLoop(mapping: Readonly<Record<string, string>>): string[] | undefined {
  for (const start of Object.keys(mapping)) {
    const trail: string[] = []
    let name = start
    while (Object.hasOwn(mapping, name)) {
      // a name that maps to itself is a name that stays as it is
      if (mapping[name] === name) break
      const at = trail.indexOf(name)
      if (at >= 0) return [...trail.slice(at), name]
      trail.push(name)
      name = mapping[name] ?? name
    }
  }
  return undefined
}

/** The price of a model: the exact name first, then the longest pattern that fits. */
export function priceOf(channel: Channel, model: string): Price | undefined {
  if (Object.hasOwn(channel.prices, model)) return channel.prices[model]
  const best = longestFirst(channel.prices).find((pattern) => fits(pattern, model))
  return best === undefined ? undefined : channel.prices[best]
}

const ordered = new WeakMap<Channel['prices'], readonly string[]>()
/** The patterns of prices in the order in which they count, which is looked for once. */
function longestFirst(prices: Channel['prices']): readonly string[] {
  const known = ordered.get(prices)
  if (known) return known
  const patterns = Object.keys(prices).sort((one, other) => other.length - one.length)
  ordered.set(prices, patterns)
  return patterns
}

/** Name of the channel's key among the sealed texts. */
export const secretName = (channel: { readonly id: string }): string => `channel.${channel.id}`

// A channel: one connection to a model provider, as the operator set it up, and what follows from it: which models it
// serves, under which names, at which price and address.
import { withoutTrailing } from '#define/texts'
import { matchesPattern } from '#provider/budgets'
import type { Price } from '../metering/price.ts'
import { longestMatch } from '../model-pattern.ts'

/** The wire format that the provider speaks. Ollama's is that of chat completions, without a key. */
export type ChannelKind = 'openai' | 'anthropic' | 'gemini' | 'ollama'
export const channelKinds = ['openai', 'anthropic', 'gemini', 'ollama'] as const

export interface ChannelLimits {
  readonly concurrent?: number | undefined
  readonly callsPerMinute?: number | undefined
  /** Timeouts to the first byte of an answer and between two of its bytes. */
  readonly firstByteMs?: number | undefined
  readonly idleMs?: number | undefined
}
export interface Channel {
  readonly id: string
  /** Unique name, which answers show. */
  readonly name: string
  readonly kind: ChannelKind
  /** Base address with its version, without a trailing slash. */
  readonly base: string
  readonly enabled: boolean
  /** Priority; higher ones are tried first. */
  readonly priority: number
  /** Share of the calls among channels of one priority. */
  readonly weight: number
  /** Patterns of the models that it serves. */
  readonly models: readonly string[]
  /** Mapping from the requested name to the provider's own; chains are followed. */
  readonly mapping: Readonly<Record<string, string>>
  /** Prices by pattern of the requested model. */
  readonly prices: Readonly<Record<string, Price>>
  readonly limits: ChannelLimits
  /** Headers sent with every call. */
  readonly headers: Readonly<Record<string, string>>
  readonly source: 'operator' | 'file'
}

/** The vendors' own services. */
export const defaultBases: Readonly<Record<ChannelKind, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  gemini: 'https://generativelanguage.googleapis.com/v1beta',
  ollama: 'http://127.0.0.1:11434',
}

const versions: Readonly<Record<ChannelKind, string>> = { openai: '/v1', anthropic: '', gemini: '/v1beta', ollama: '' }

/**
 * Normalises an address: no trailing slash, and where it has no path, the version that the paths of its kind are below.
 */
export function normaliseBase(kind: ChannelKind, base: string): string {
  const bare = withoutTrailing(base, '/')
  const versionless = kind === 'anthropic' || kind === 'ollama' ? bare.replace(/\/v1$/, '') : bare
  return URL.parse(versionless)?.pathname === '/' ? versionless + versions[kind] : versionless
}

export function serves(channel: Channel, model: string): boolean {
  return channel.models.some((pattern) => matchesPattern(pattern, model)) || Object.hasOwn(channel.mapping, model)
}

/**
 * Returns the provider's own name of a model: mappings are followed to their end. A loop, which cannot be stored, ends
 * where it began.
 */
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

/** Returns the names of a loop in a mapping, in order; undefined without a loop. */
export function mappingLoop(mapping: Readonly<Record<string, string>>): string[] | undefined {
  for (const start of Object.keys(mapping)) {
    const trail: string[] = []
    let name = start
    while (Object.hasOwn(mapping, name)) {
      // a name that maps to itself is not a loop
      if (mapping[name] === name) break
      const at = trail.indexOf(name)
      if (at >= 0) return [...trail.slice(at), name]
      trail.push(name)
      name = mapping[name] ?? name
    }
  }
  return undefined
}

/** Returns the price of a model: of its exact name, otherwise of the longest pattern that matches. */
export const priceOf = (channel: Channel, model: string): Price | undefined => longestMatch(channel.prices, model)

/** Name of the channel's key among the secrets. */
export const secretName = (channel: { readonly id: string }): string => `channel.${channel.id}`

// The address and headers of a channel's calls: its paths and the header of its key, by kind of provider (SOURCES 1.1).
import type { SecretRef } from '#define/outbound'
import { present } from '#define/present'
import { type Channel, secretName } from '../channels/channel.ts'

export type Headers = Record<string, string | SecretRef>

/** Returns the address of a path below the version, such as `chat/completions`. */
export function addressOf(channel: Channel, path: string): string {
  if (channel.kind === 'ollama') return `${channel.base}/v1/${path}`
  if (channel.kind === 'anthropic') return `${channel.base}/v1/${path}`
  return `${channel.base}/${path}`
}

/** Returns the address for chat completions: one vendor has them below `openai`, with a bearer key. */
export function compatibleAddress(channel: Channel, path: string): string {
  return addressOf(channel, channel.kind === 'gemini' ? `openai/${path}` : path)
}
export function compatibleHeaders(channel: Channel, isKeyed: boolean): Headers {
  return headersOf(channel.kind === 'gemini' ? { ...channel, kind: 'openai' } : channel, isKeyed)
}

/** Encodes a model's name as part of a path; its slashes stay slashes. */
export const inPath = (model: string): string => model.split('/').map(encodeURIComponent).join('/')

const anthropicVersion = '2023-06-01'

/**
 * Returns the headers of every call, to which others can be added. `passed`: headers of the caller, for a provider of
 * the caller's own wire.
 */
export function headersOf(channel: Channel, isKeyed: boolean, passed?: Readonly<Record<string, string>>): Headers {
  const own: Headers = {}
  for (const name in channel.headers) own[name.toLowerCase()] = present(channel.headers[name])
  if (channel.kind === 'anthropic') {
    own['anthropic-version'] = passed?.['anthropic-version'] ?? anthropicVersion
    const beta = passed?.['anthropic-beta']
    if (beta !== undefined) own['anthropic-beta'] = beta
  }
  if (!isKeyed) return own
  const secret = secretName(channel)
  if (channel.kind === 'anthropic') own['x-api-key'] = { secret }
  else if (channel.kind === 'gemini') own['x-goog-api-key'] = { secret }
  else own.authorization = { secret, prefix: 'Bearer ' }
  return own
}

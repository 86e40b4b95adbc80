// The models that channels serve, for lists of models.

import { isBuiltIn } from '../../models/built-in/models.ts'
import type { ServedModel } from '../../models/stored/models.ts'
import { type Channel, type ChannelKind, serves } from './channel.ts'

/** Creation time of a model whose age is unknown (SOURCES 3.12). */
const unknownTime = 1_626_777_600
const owners: Readonly<Record<ChannelKind, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'google',
  ollama: 'ollama',
}

/** Returns the models that enabled channels name, each once; patterns are not names. */
export function channelModels(channels: readonly Channel[]): readonly ServedModel[] {
  const models = new Map<string, ServedModel>()
  for (const channel of channels)
    for (const id of channel.enabled ? [...channel.models, ...Object.keys(channel.mapping)] : [])
      if (!id.includes('*') && !models.has(id)) models.set(id, servedAs(id, owners[channel.kind]))
  return [...models.values()]
}

const servedAs = (id: string, ownedBy: string): ServedModel => ({
  id,
  ownedBy,
  created: unknownTime,
  endpoints: ['openai', 'anthropic', 'gemini'],
})

/**
 * Returns a model outside the lists that calls can name: one that the pattern of a channel serves, or, without
 * channels, any name, for which the gateway's own model answers.
 */
export function callableModel(channels: readonly Channel[], id: string): ServedModel | undefined {
  if (isBuiltIn(id)) return undefined
  const enabled = channels.filter((channel) => channel.enabled)
  if (enabled.length === 0) return servedAs(id, 'gatehouse')
  const channel = enabled.find((one) => serves(one, id))
  return channel && servedAs(id, owners[channel.kind])
}

// The models that channels serve, for lists of models.
import type { ServedModel } from '../../models/stored/models.ts'
import type { Channel, ChannelKind } from './channel.ts'

/** When nobody knows when a model was made (SOURCES 3.12). */
const unknownTime = 1_626_777_600
const owners: Readonly<Record<ChannelKind, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'google',
  ollama: 'ollama',
}

/** Models that enabled channels name, each once; patterns are not names. */
export function channelModels(channels: readonly Channel[]): readonly ServedModel[] {
  const models = new Map<string, ServedModel>()
  for (const channel of channels)
    for (const id of channel.enabled ? [...channel.models, ...Object.keys(channel.mapping)] : [])
      if (!id.includes('*') && !models.has(id))
        models.set(id, {
          ...{ id, ownedBy: owners[channel.kind], created: unknownTime },
          endpoints: ['openai', 'anthropic', 'gemini'],
        })
  return [...models.values()]
}

// Dependencies of the gateway's own models.
import type { ProviderKit } from '#define'
import type { SpeechEngines } from './speech/engines.ts'

export interface BuiltInDeps extends Pick<ProviderKit, 'now' | 'ask' | 'log'> {
  readonly engines: SpeechEngines
}

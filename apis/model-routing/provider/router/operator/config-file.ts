// Reads the operator's file `<data>/config/model-routing.json` at start.
import type { ProviderKit } from '#define'
import { readSpeechSettings } from '../../models/built-in/speech/engines.ts'
import { fileKeys } from '../channels/file-channels.ts'
import { fileRules } from '../guardrails/rule-store.ts'

/**
 * Refuses an invalid file, and stores the keys in it. Throws ChannelProblem, RuleProblem, or a sentence for the
 * operator.
 */
export async function readConfigFile({ config, secrets }: Pick<ProviderKit, 'config' | 'secrets'>): Promise<void> {
  fileRules(config)
  readSpeechSettings(config)
  for (const { secret, key } of fileKeys(config)) await secrets.put(secret, key)
}

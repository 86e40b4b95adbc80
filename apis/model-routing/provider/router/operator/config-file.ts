// What the operator wrote into `<data>/config/model-routing.json`: `{ "channels": [{ "name", "kind", "base", "models", … }] }`.
import type { ProviderKit } from '#define'
import type { Json } from '../../wire/json.ts'
import { type Channel, secretName } from '../channels/channel.ts'
import { ChannelProblem, readChannel } from '../channels/channel-input.ts'
import { fileRules } from '../guardrails/rule-store.ts'

const read = new WeakMap<object, readonly Channel[]>()
const none: readonly Channel[] = []

/** At start: refuses a wrong file and seals the keys in it. Throws ChannelProblem or RuleProblem. */
export async function readFile(kit: Pick<ProviderKit, 'config' | 'secrets'>): Promise<void> {
  fileRules(kit.config)
  for (const { secret, key } of fileKeys(kit.config)) await kit.secrets.put(secret, key)
}

/** The channels of the file. Throws ChannelProblem, which refuses the start. */
export function fileChannels(config: unknown): readonly Channel[] {
  if (!isObject(config)) return none
  let channels = read.get(config)
  if (!channels) {
    channels = listOf(config).map((given) => ofFile(given))
    const names = channels.map(({ id }) => id)
    if (new Set(names).size < names.length) throw inFile('two channels have the same name')
    read.set(config, channels)
  }
  return channels
}

/** Keys that stand in the file, by the name under which they are sealed. */
function fileKeys(config: unknown): readonly { readonly secret: string; readonly key: string }[] {
  const channels = fileChannels(config)
  return listOf(config).flatMap((given, place) => {
    const channel = channels[place]
    return channel && isObject(given) && typeof given.key === 'string'
      ? [{ secret: secretName(channel), key: given.key }]
      : []
  })
}

function listOf(config: unknown): readonly unknown[] {
  if (!isObject(config) || config.channels === undefined) return none
  if (!Array.isArray(config.channels)) throw inFile('channels is a list')
  return config.channels
}

function ofFile(given: unknown): Channel {
  try {
    const facts = readChannel(given)
    const id = `file.${facts.name.toLowerCase().replace(/[^a-z0-9._-]/g, '-')}`
    return { ...facts, id, source: 'file' }
  } catch (error) {
    throw error instanceof ChannelProblem ? inFile(error.message) : error
  }
}

const inFile = (problem: string) => new ChannelProblem(`config/model-routing.json: ${problem}`)

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

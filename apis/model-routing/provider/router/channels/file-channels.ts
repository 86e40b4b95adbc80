// The channels of the operator's file `<data>/config/model-routing.json`: `{ "channels": [{ "name", "kind", "base",
// "models", … }] }`.
import { isJson } from '../../wire/json.ts'
import { type Channel, secretName } from './channel.ts'
import { ChannelProblem, readChannel } from './channel-input.ts'

/** A key that the file holds, under the name of its secret. */
interface FileKey {
  readonly secret: string
  readonly key: string
}

/** `config`: the parsed file. Throws ChannelProblem, which refuses the start. */
export function fileChannels(config: unknown): readonly Channel[] {
  const channels = listIn(config).map(readFileChannel)
  const ids = new Set(channels.map(({ id }) => id))
  if (ids.size < channels.length) throw inFile('two channels have the same name')
  return channels
}

/** Throws like `fileChannels`. */
export function fileKeys(config: unknown): readonly FileKey[] {
  const channels = fileChannels(config)
  return listIn(config).flatMap((written, index) => {
    const channel = channels[index]
    return channel && isJson(written) && typeof written.key === 'string'
      ? [{ secret: secretName(channel), key: written.key }]
      : []
  })
}

function listIn(config: unknown): readonly unknown[] {
  if (!isJson(config) || config.channels === undefined) return []
  if (!Array.isArray(config.channels)) throw inFile('channels is a list')
  return config.channels
}

function readFileChannel(written: unknown): Channel {
  try {
    const settings = readChannel(written)
    const id = `file.${settings.name.toLowerCase().replace(/[^a-z0-9._-]/g, '-')}`
    return { ...settings, id, source: 'file' }
  } catch (error) {
    throw error instanceof ChannelProblem ? inFile(error.message) : error
  }
}

const inFile = (problem: string) => new ChannelProblem(`config/model-routing.json: ${problem}`)

// All channels: those of the operator's file and those of the database. Every call reads them, so they are cached.
import { fail, type ProviderKit } from '#define'
import { cachedValue } from '../cached-value.ts'
import type { RouterTables } from '../tables.ts'
import { type Channel, secretName } from './channel.ts'
import { ChannelProblem, type ChannelSettings, readChannel } from './channel-input.ts'
import { fileChannels } from './file-channels.ts'

export interface ChannelSet {
  /** In the order of their names. */
  readonly channels: readonly Channel[]
  /** Ids of the channels whose key is stored. */
  readonly keyed: ReadonlySet<string>
}
export interface ChannelStore {
  list(): ChannelSet | Promise<ChannelSet>
  /** Throws ChannelProblem, or 'thing.conflict' when the name is taken. */
  create(input: unknown): Promise<Channel>
  /** Undefined when there is no such channel. Throws like `create`. */
  change(id: string, input: unknown): Promise<Channel | undefined>
  /** Whether there was one. */
  remove(id: string): Promise<boolean>
  /** Keys were changed: the next call reads the channels again. */
  invalidate(): void
}
export type ChannelStoreKit = Pick<ProviderKit<RouterTables>, 'db' | 'now' | 'random' | 'secrets' | 'config'>

const channelLimit = 1000

/** Throws ChannelProblem when the file is wrong. */
export function createChannelStore(kit: ChannelStoreKit): ChannelStore {
  const { db, now, random, secrets } = kit
  const ofFile = fileChannels(kit.config)
  const current = cachedValue(read, now)

  async function read(): Promise<ChannelSet> {
    const rows = await db.selectFrom('model_routing_channels').select(['id', 'facts']).limit(channelLimit).execute()
    const channels = [...ofFile, ...rows.map(({ id, facts }) => readRow(id, facts))]
    const names = new Set(await secrets.names())
    return {
      channels: channels.sort((one, other) => (one.name < other.name ? -1 : 1)),
      keyed: new Set(channels.filter((channel) => names.has(secretName(channel))).map(({ id }) => id)),
    }
  }

  async function refuseTakenName(name: string, id: string): Promise<void> {
    const taken = (await read()).channels.some((channel) => channel.name === name && channel.id !== id)
    if (taken) throw fail('thing.conflict', { reason: `There is already a channel named ${name}.` })
  }

  return {
    list: current.get,
    invalidate: current.invalidate,
    async create(input) {
      const settings = readChannel(input)
      const { channels } = await read()
      if (channels.length >= channelLimit)
        throw fail('thing.conflict', { reason: `There are ${channelLimit} channels, the most there can be.` })
      const id = `ch_${random.bytes(8).toString('hex')}`
      await refuseTakenName(settings.name, id)
      const nowMs = now()
      await db
        .insertInto('model_routing_channels')
        .values({ id, name: settings.name, facts: JSON.stringify(settings), created_ms: nowMs, updated_ms: nowMs })
        .execute()
      current.invalidate()
      return { ...settings, id, source: 'operator' }
    },
    async change(id, input) {
      const before = (await read()).channels.find((channel) => channel.id === id)
      if (!before) return undefined
      if (before.source === 'file') throw isOfFile()
      const { id: _id, source: _source, ...old } = before
      const settings = readChannel(input, old)
      await refuseTakenName(settings.name, id)
      await db
        .updateTable('model_routing_channels')
        .set({ name: settings.name, facts: JSON.stringify(settings), updated_ms: now() })
        .where('id', '=', id)
        .execute()
      current.invalidate()
      return { ...settings, id, source: 'operator' }
    },
    async remove(id) {
      if (ofFile.some((channel) => channel.id === id)) throw isOfFile()
      const { numDeletedRows } = await db.deleteFrom('model_routing_channels').where('id', '=', id).executeTakeFirst()
      current.invalidate()
      return numDeletedRows > 0n
    },
  }
}

const isOfFile = (): Error =>
  fail('thing.conflict', {
    reason: 'This channel is defined in config/model-routing.json; change it there and restart.',
  })

const readRow = (id: string, json: string): Channel => ({ ...readStored(JSON.parse(json)), id, source: 'operator' })

function readStored(stored: unknown): ChannelSettings {
  try {
    return readChannel(stored)
  } catch (error) {
    // it was stored by the same rules; should a rule have become stricter, the other channels go on
    if (error instanceof ChannelProblem) return readChannel({ name: 'unreadable', models: [], enabled: false })
    throw error
  }
}

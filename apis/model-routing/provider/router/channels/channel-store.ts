// All channels: those of the operator's file and those of the database. Every call reads them, so they are cached.
import { fail, type ProviderKit } from '#define'
import { cachedValue } from '#provider/budgets'
import { exclusively } from '#provider/sql'
import type { RouterTables } from '../tables.ts'
import { type Channel, secretName } from './channel.ts'
import { ChannelProblem, type ChannelSettings, readChannel } from './channel-input.ts'
import { fileChannels } from './file-channels.ts'

export interface ChannelSet {
  /** Channels in the order of their names. */
  readonly channels: readonly Channel[]
  /** Ids of the channels whose key is stored. */
  readonly keyed: ReadonlySet<string>
}
export interface ChannelStore {
  list(): ChannelSet | Promise<ChannelSet>
  /** Throws ChannelProblem, or 'thing.conflict' when the name is taken. */
  create(input: unknown): Promise<Channel>
  /** Changes a channel; undefined if it does not exist. Throws like `create`. */
  change(id: string, input: unknown): Promise<Channel | undefined>
  /** Returns true if there was such a channel. */
  remove(id: string): Promise<boolean>
  /** Makes the next call read the channels again, after a change of keys. */
  invalidate(): void
}
type ChannelStoreKit = Pick<ProviderKit<RouterTables>, 'db' | 'dialect' | 'now' | 'random' | 'secrets' | 'config'>

/** Limit of channels, those of the file included. */
const channelLimit = 1000

/** Throws ChannelProblem when the file is wrong. */
export function createChannelStore(kit: ChannelStoreKit): ChannelStore {
  const { db, now, random, secrets } = kit
  const ofFile = fileChannels(kit.config)
  const current = cachedValue(read, now)

  async function readChannels(on: ChannelStoreKit['db']): Promise<Channel[]> {
    const rows = await on.selectFrom('model_routing_channels').select(['id', 'facts']).limit(channelLimit).execute()
    return [...ofFile, ...rows.map(({ id, facts }) => readRow(id, facts))]
  }
  async function read(): Promise<ChannelSet> {
    const channels = await readChannels(db)
    const names = new Set(await secrets.names())
    return {
      channels: channels.sort((one, other) => (one.name < other.name ? -1 : 1)),
      keyed: new Set(channels.filter((channel) => names.has(secretName(channel))).map(({ id }) => id)),
    }
  }

  return {
    list: current.get,
    invalidate: current.invalidate,
    async create(input) {
      const settings = readChannel(input)
      const id = `ch_${random.bytes(8).toString('hex')}`
      const nowMs = now()
      const row = { id, name: settings.name, facts: JSON.stringify(settings), created_ms: nowMs, updated_ms: nowMs }
      await exclusively(kit, 'model_routing_channels', async (trx) => {
        const channels = await readChannels(trx)
        if (channels.length >= channelLimit)
          throw fail('thing.conflict', { reason: `There are ${channelLimit} channels, the most there can be.` })
        refuseTakenName(settings.name, id, channels)
        await trx.insertInto('model_routing_channels').values(row).execute()
      })
      current.invalidate()
      return { ...settings, id, source: 'operator' }
    },
    async change(id, input) {
      const settings = await exclusively(kit, 'model_routing_channels', async (trx) => {
        const channels = await readChannels(trx)
        const before = channels.find((channel) => channel.id === id)
        if (!before) return undefined
        if (before.source === 'file') throw isOfFile()
        const { id: _id, source: _source, ...old } = before
        const changed = readChannel(input, old)
        refuseTakenName(changed.name, id, channels)
        await trx
          .updateTable('model_routing_channels')
          .set({ name: changed.name, facts: JSON.stringify(changed), updated_ms: now() })
          .where('id', '=', id)
          .execute()
        return changed
      })
      if (!settings) return undefined
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

function refuseTakenName(name: string, id: string, channels: readonly Channel[]): void {
  if (channels.some((channel) => channel.name === name && channel.id !== id))
    throw fail('thing.conflict', { reason: `There is already a channel named ${name}.` })
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

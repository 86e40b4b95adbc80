// The channels that there are: those of the file and those of the database. Every call reads them, so they are kept for a moment;
// a change in this process counts at once, one in another after that moment.
import { fail, type ProviderKit } from '#define'
import { fileChannels } from '../operator/config-file.ts'
import type { RouterTables } from '../tables.ts'
import { type Channel, secretName } from './channel.ts'
import { type ChannelFacts, ChannelProblem, readChannel } from './channel-input.ts'

type StoreKit = ProviderKit<RouterTables>

/** The channels in the order of their names, and the ids of those for which a key is sealed. */
export interface ChannelSet {
  readonly channels: readonly Channel[]
  readonly keyed: ReadonlySet<string>
}
export interface ChannelStore {
  list(kit: StoreKit): Promise<ChannelSet>
  /** Throws ChannelProblem, or 'thing.conflict' when the name is taken. */
  create(kit: StoreKit, given: unknown): Promise<Channel>
  /** Undefined when there is none. Throws like `create`. */
  change(kit: StoreKit, id: string, given: unknown): Promise<Channel | undefined>
  /** Whether there was one. */
  remove(kit: StoreKit, id: string): Promise<boolean>
  /** What is known is read anew by the next call. */
  forget(): void
}

/** How long another process may go on with channels that were changed. */
const keptMs = 2000
const channelLimit = 1000

export function createChannelStore(): ChannelStore {
  let known: { readonly set: ChannelSet; readonly until: number } | undefined
  let reading: Promise<ChannelSet> | undefined
  const forget = () => {
    known = undefined
    reading = undefined
  }

  async function list(kit: StoreKit): Promise<ChannelSet> {
    if (known && performance.now() < known.until) return known.set
    reading ??= read(kit)
    const mine = reading
    const set = await mine
    // a change since then has dropped this reading: its result is of before
    if (reading === mine) {
      known = { set, until: performance.now() + keptMs }
      reading = undefined
    }
    return set
  }

  async function refuseTaken(kit: StoreKit, name: string, id: string): Promise<void> {
    const taken = (await read(kit)).channels.find((channel) => channel.name === name && channel.id !== id)
    if (taken) throw fail('thing.conflict', { reason: `There is a channel named ${name} already.` })
  }

  return {
    list,
    forget,
    async create(kit, given) {
      const facts = readChannel(given)
      const { channels } = await read(kit)
      if (channels.length >= channelLimit)
        throw fail('thing.conflict', { reason: `There are ${channelLimit} channels, which is the most.` })
      const id = `ch_${kit.random.bytes(8).toString('hex')}`
      await refuseTaken(kit, facts.name, id)
      const now = kit.now()
      await kit.db
        .insertInto('model_routing_channels')
        .values({ id, name: facts.name, facts: JSON.stringify(facts), created_ms: now, updated_ms: now })
        .execute()
      forget()
      return { ...facts, id, source: 'operator' }
    },
    async change(kit, id, given) {
      const before = (await read(kit)).channels.find((channel) => channel.id === id)
      if (!before) return undefined
      if (before.source === 'file') throw ofTheFile()
      const { id: _id, source: _source, ...old } = before
      const facts = readChannel(given, old)
      await refuseTaken(kit, facts.name, id)
      await kit.db
        .updateTable('model_routing_channels')
        .set({ name: facts.name, facts: JSON.stringify(facts), updated_ms: kit.now() })
        .where('id', '=', id)
        .execute()
      forget()
      return { ...facts, id, source: 'operator' }
    },
    async remove(kit, id) {
      if (fileChannels(kit.config).some((channel) => channel.id === id)) throw ofTheFile()
      const done = await kit.db.deleteFrom('model_routing_channels').where('id', '=', id).executeTakeFirst()
      forget()
      return done.numDeletedRows > 0n
    },
  }
}

async function read(kit: StoreKit): Promise<ChannelSet> {
  const rows = await kit.db.selectFrom('model_routing_channels').select(['id', 'facts']).limit(channelLimit).execute()
  const channels = [...fileChannels(kit.config), ...rows.map(({ id, facts }) => ofRow(id, facts))]
  const names = new Set(await kit.secrets.names())
  return {
    channels: channels.sort((one, other) => (one.name < other.name ? -1 : 1)),
    keyed: new Set(channels.filter((channel) => names.has(secretName(channel))).map(({ id }) => id)),
  }
}

function ofTheFile(): Error {
  const reason = 'This channel stands in the file config/model-routing.json; change it there and start again.'
  return fail('thing.conflict', { reason })
}

function ofRow(id: string, text: string): Channel {
  const stored: unknown = JSON.parse(text)
  return { ...readStored(stored), id, source: 'operator' }
}

function readStored(stored: unknown): ChannelFacts {
  try {
    return readChannel(stored)
  } catch (error) {
    // what was stored was read by the same rules; a rule that has become stricter must not stop the others
    if (error instanceof ChannelProblem) return readChannel({ name: 'unreadable', models: [], enabled: false })
    throw error
  }
}

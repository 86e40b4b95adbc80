// The embedded provider: a random activity, all that fit, one by its key, and the same as the older provider answers.
import { defineProvider, type Kit, type Provider, type Reply, refuse, reply } from '#define'
import api from './api.ts'
import records from './migrations/0001-records.ts'
import type { Activity } from './provider/activities/activity.ts'
import {
  matchOlder,
  matchSecond,
  type OlderActivity,
  type OlderQuery,
  olderErrors,
  olderForm,
  type SecondActivity,
  secondForm,
} from './provider/activities/older-api.ts'
import { createActivityStore } from './provider/activities/store.ts'
import { formats, importActivities } from './provider/import/importer.ts'
import { readSample } from './seed/sample.ts'
import type { Tables } from './tables.ts'

type CallKit = Kit<Tables>
interface Filter {
  readonly type?: string | undefined
  /** A text where it is no integer. */
  readonly participants?: unknown
}

/** One provider with an index of its own. */
export function createProvider(): Provider<Tables> {
  const store = createActivityStore(readSample)

  async function random(_input: unknown, kit: CallKit): Promise<Reply<Activity>> {
    const { all, sample } = await store.index(kit)
    const drawn = drawFrom(all, kit)
    if (!drawn) throw refuse(404, { error: 'Activity not found' }, headersOf(sample))
    return reply(drawn, { headers: headersOf(sample) })
  }

  async function filter(input: Filter, kit: CallKit): Promise<Reply<Activity[]>> {
    const index = await store.index(kit)
    const headers = headersOf(index.sample)
    const participants = input.participants === undefined ? undefined : Number(input.participants)
    const found = index.filter({ type: input.type, participants })
    if (found.length === 0) throw refuse(404, { error: 'No activities found with the specified parameters' }, headers)
    return reply([...found], { headers })
  }

  async function activity({ key }: { key: string }, kit: CallKit): Promise<Reply<Activity>> {
    const index = await store.index(kit)
    const found = index.byKey(key)
    if (!found) throw refuse(404, { error: 'Activity not found' }, headersOf(index.sample))
    return reply(found, { headers: headersOf(index.sample) })
  }

  async function match(input: OlderQuery, kit: CallKit): Promise<Reply<OlderActivity | { error: string }>> {
    const { all, sample } = await store.index(kit)
    const headers = headersOf(sample)
    const found = matchOlder(all, input)
    if (!found) return reply({ error: olderErrors.wrongNumber }, { headers })
    const drawn = drawFrom(found, kit)
    return reply(drawn ? olderForm(drawn) : { error: olderErrors.noMatch }, { headers })
  }

  /** By its key where one is given; then what else is asked for must fit too. */
  async function matchV2(
    input: OlderQuery,
    kit: CallKit,
  ): Promise<Reply<{ activity: SecondActivity } | { error: string }>> {
    const { all, sample } = await store.index(kit)
    const headers = headersOf(sample)
    const found = matchSecond(all, input)
    if (!found) return reply({ error: olderErrors.wrongNumber }, { headers })
    const drawn = drawFrom(found, kit)
    const none = input.key === undefined ? olderErrors.noMatch : olderErrors.noneByKey
    return reply(drawn ? secondForm(drawn) : { error: none }, { headers })
  }

  return defineProvider(
    api,
    { random, filter, activity, match, matchV1: match, matchV2, activityV2: matchV2 },
    {
      migrations: { '0001-records': records },
      importer: { formats, run: ({ chunks }, kit, progress) => importActivities(kit, { chunks, store, progress }) },
    },
  )
}
export default createProvider()

function drawFrom(activities: readonly Activity[], { random }: CallKit): Activity | undefined {
  return activities.length > 0 ? activities[random.int(0, activities.length - 1)] : undefined
}

function headersOf(isSample: boolean): Record<string, string> {
  return isSample ? { 'x-gateway-sample': 'true' } : {}
}

// The handlers of both providers over one index of activities.
import { type Handlers, type Random, type Reply, reply } from '#define'
import { sampleHeaders } from '#provider'
import type { Snapshot } from '#provider/sql'
import type { endpoints } from '../../endpoints.ts'
import { activityNotFound, noActivities } from '../errors.ts'
import type { Activity } from './activity.ts'
import type { ActivityIndex } from './activity-index.ts'
import {
  matchFirstVersion,
  matchSecondVersion,
  type OlderActivity,
  type OlderQuery,
  olderErrors,
  olderForm,
  secondForm,
} from './older-api.ts'

export function createHandlers(random: Random, snapshot: Snapshot<ActivityIndex>): Handlers<typeof endpoints> {
  const draw = (activities: readonly Activity[]): Activity | undefined =>
    activities.length > 0 ? activities[random.int(0, activities.length - 1)] : undefined

  async function match(query: OlderQuery): Promise<Reply<OlderActivity | { error: string }>> {
    const { all, isSample } = await snapshot.get()
    const headers = sampleHeaders(isSample)
    const matches = matchFirstVersion(all, query)
    if (!matches) return reply({ error: olderErrors.invalidNumber }, { headers })
    const drawn = draw(matches)
    return reply(drawn ? olderForm(drawn) : { error: olderErrors.noMatch }, { headers })
  }

  /** Finds matches by key if the query has one; everything else in the query must match too. */
  async function matchV2(query: OlderQuery) {
    const { all, isSample } = await snapshot.get()
    const headers = sampleHeaders(isSample)
    const matches = matchSecondVersion(all, query)
    if (!matches) return reply({ error: olderErrors.invalidNumber }, { headers })
    const drawn = draw(matches)
    const noMatch = query.key === undefined ? olderErrors.noMatch : olderErrors.noMatchByKey
    return reply(drawn ? secondForm(drawn) : { error: noMatch }, { headers })
  }

  return {
    async random() {
      const { all, isSample } = await snapshot.get()
      const drawn = draw(all)
      if (!drawn) throw activityNotFound(isSample)
      return reply(drawn, { headers: sampleHeaders(isSample) })
    },
    async filter({ type, participants }) {
      const index = await snapshot.get()
      // a number that is not an integer arrives as a string
      const matches = index.filter({
        type,
        participants: participants === undefined ? undefined : Number(participants),
      })
      if (matches.length === 0) throw noActivities(index.isSample)
      return reply([...matches], { headers: sampleHeaders(index.isSample) })
    },
    async activity({ key }) {
      const index = await snapshot.get()
      const activity = index.byKey(key)
      if (!activity) throw activityNotFound(index.isSample)
      return reply(activity, { headers: sampleHeaders(index.isSample) })
    },
    match,
    matchV1: match,
    matchV2,
    activityV2: matchV2,
  }
}

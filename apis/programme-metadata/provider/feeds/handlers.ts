// One handler per feed: reads the query, finds the items, and responds in the requested form.
import type { Call, HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { FeedDefinition } from '../definition/feed-definition.ts'
import { describeFeeds } from '../definition/feeds.ts'
import * as other from '../definition/other-feeds.ts'
import * as programme from '../definition/programme-feeds.ts'
import { pageOf } from '../query/page.ts'
import { readQuery } from '../query/read-query.ts'
import { answer, answerErrors } from '../wire/answer.ts'
import { schemaDocument } from '../wire/schema-document.ts'
import * as entities from './entities.ts'
import type { FeedDeps, FindItems } from './feed.ts'
import { findProgrammeDetails, findProgrammes } from './programmes.ts'
import { findBroadcasts, findSchedules } from './transmissions.ts'

const feeds = {
  listAvailabilities: [programme.availabilities, entities.findAvailabilities],
  listBroadcasts: [other.broadcasts, findBroadcasts],
  listGroups: [other.groups, entities.findGroups],
  listImages: [other.images, entities.findImages],
  listItems: [other.items, entities.findItems],
  listMasterBrands: [other.masterBrands, entities.findMasterBrands],
  listPeople: [other.people, entities.findPeople],
  listPips: [other.pips, entities.findPips],
  getProgrammeDetails: [programme.programmeDetails, findProgrammeDetails],
  listProgrammes: [programme.programmes, findProgrammes],
  listPromotions: [other.promotions, entities.findPromotions],
  listSchedules: [other.schedules, findSchedules],
  listServices: [other.services, entities.findServices],
  listVersions: [programme.versions, entities.findVersions],
} as const satisfies Record<string, readonly [FeedDefinition, FindItems]>

type FeedName = keyof typeof feeds
type Handled = HandlersFor<typeof endpoints, FeedName | 'getDefinition' | 'getSchema'>

/** Creates the handlers; `load` returns the data. */
export function feedHandlers(load: () => Promise<FeedDeps>): Handled {
  const handlerOf = (name: FeedName) => async (_input: unknown, call: Call) =>
    answerErrors(call.request, async () => {
      const [definition, find] = feeds[name]
      const query = readQuery(definition, call.request.query)
      const deps = await load()
      const found = await find(query, deps)
      const { isSample } = deps.catalogue
      return answer('nitro', pageOf(definition, query, found), { request: call.request, isSample })
    })
  return {
    getDefinition: (_input, { request }) => answer('feeds', describeFeeds(), { request, isSample: false }),
    getSchema: () => schemaDocument(),
    listAvailabilities: handlerOf('listAvailabilities'),
    listBroadcasts: handlerOf('listBroadcasts'),
    listGroups: handlerOf('listGroups'),
    listImages: handlerOf('listImages'),
    listItems: handlerOf('listItems'),
    listMasterBrands: handlerOf('listMasterBrands'),
    listPeople: handlerOf('listPeople'),
    listPips: handlerOf('listPips'),
    getProgrammeDetails: handlerOf('getProgrammeDetails'),
    listProgrammes: handlerOf('listProgrammes'),
    listPromotions: handlerOf('listPromotions'),
    listSchedules: handlerOf('listSchedules'),
    listServices: handlerOf('listServices'),
    listVersions: handlerOf('listVersions'),
  }
}

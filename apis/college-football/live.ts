// Adapts live calls of version 1 to the host, which serves version 2: the endpoints map paths and parameter names, this
// file maps bodies. Calls of version 2 are forwarded unchanged.
import { defineLive, type LiveAdaptation } from '#define/live'
import api from './api.ts'
import { changes } from './live/changes.ts'
import { playTypeParameter } from './live/parameters.ts'
import { type Change, isMembers, toFirst } from './live/reshape.ts'
import { typeNames } from './model/plays/kinds.ts'

/** Filters plays by the requested type. An unknown type matches no play. */
const plays: LiveAdaptation = {
  answer(body, { query }) {
    const declared: unknown = toFirst(body, changes.plays)
    const playType = query.get(playTypeParameter)
    if (playType === null || playType === '' || !Array.isArray(declared)) return declared
    const text = typeNames.get(Number(playType))?.text
    return declared.filter((play: unknown) => text !== undefined && isMembers(play) && play.play_type === text)
  },
}

export default defineLive(api, { ...adaptations(changes), plays })

function adaptations<Id extends string>(all: Readonly<Record<Id, Change>>): { [K in Id]?: LiveAdaptation } {
  const byEndpoint: { [K in Id]?: LiveAdaptation } = {}
  for (const id in all) {
    const change = all[id]
    byEndpoint[id] = { answer: (body) => toFirst(body, change) }
  }
  return byEndpoint
}

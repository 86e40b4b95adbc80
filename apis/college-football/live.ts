// The host serves version 2 of the provider's API; version 1 is declared. Paths and parameter names are mapped on the
// endpoints, bodies here.
import { defineLive, type LiveAdaptation } from '#define'
import api from './api.ts'
import { changes } from './live/changes.ts'
import { playTypeParameter, playTypes } from './live/play-types.ts'
import { type Change, isMembers, reshape } from './live/reshape.ts'

/** Keeps the plays of the requested type. A type whose text is unknown keeps none. */
const plays: LiveAdaptation = {
  answer(body, { query }) {
    const declared: unknown = reshape(body, changes.plays)
    const playType = query.get(playTypeParameter)
    if (playType === null || playType === '' || !Array.isArray(declared)) return declared
    const text = playTypes.get(Number(playType))
    return declared.filter((play: unknown) => text !== undefined && isMembers(play) && play.play_type === text)
  },
}

export default defineLive(api, { ...adaptations(changes), plays })

function adaptations<Id extends string>(all: Readonly<Record<Id, Change>>): { [K in Id]?: LiveAdaptation } {
  const byEndpoint: { [K in Id]?: LiveAdaptation } = {}
  for (const id in all) {
    const change = all[id]
    byEndpoint[id] = { answer: (body) => reshape(body, change) }
  }
  return byEndpoint
}

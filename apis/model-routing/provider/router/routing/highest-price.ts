// The most that a call can cost, whichever channel answers it.
import type { Channel } from '../channels/channel.ts'
import { mostExpensive, type Price } from '../metering/price.ts'
import type { Health } from './health.ts'
import { mayAnswer, type RouteRequest, rankCandidates } from './selection.ts'

/**
 * Returns the highest price, member by member, among the channels that may answer by any of the route's models;
 * undefined if all are free.
 */
export function highestPrice(channels: readonly Channel[], health: Health, route: RouteRequest): Price | undefined {
  return [route.model, ...route.preferences.models]
    .flatMap((model) => rankCandidates(channels, health, { ...route, model, tried: [] }))
    .filter(mayAnswer)
    .map(({ price }) => price)
    .reduce(mostExpensive, undefined)
}

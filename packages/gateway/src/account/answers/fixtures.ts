// Recorded answers in files: the same for every account, and never changed. Each process counts for itself.
import { createLru } from '../../process/cache/lru.ts'
import { idOf } from './answer-line.ts'
import { type AnswerRequest, digestOf, type KeptAnswer } from './kept-answer.ts'
import type { AnswerSource } from './kept-answers.ts'
import { comparedRequests, nearestOf } from './nearest.ts'

export interface Fixtures extends AnswerSource {
  /** True if nothing but these answers is served. */
  readonly isStrict: boolean
}

/** The number of places, of accounts among equal requests, that are remembered. */
const mostPlaces = 10_000

/** Creates the source of the answers of files. */
export function createFixtures(answers: readonly KeptAnswer[], isStrict: boolean): Fixtures {
  const ordered = answers.map((answer) => ({ answer, id: idOf(answer) })).sort(orderOf)
  const byDigest = Map.groupBy(ordered, ({ answer }) => digestOf(answer.request))
  const ofEndpoints = Map.groupBy(ordered, ({ answer }) => endpointOf(answer.request))
  const places = createLru<string, number>(mostPlaces)
  return {
    isStrict,
    async next(accountId, { request, header }) {
      const equal = (byDigest.get(digestOf(request)) ?? []).filter(({ answer: { varies } }) =>
        Object.entries(varies).every(([name, value]) => header(name) === value),
      )
      const [first] = equal
      if (!first) return undefined
      const key = `${accountId} ${first.id}`
      const place = places.get(key) ?? 0
      places.set(key, place + 1)
      return equal[Math.min(place, equal.length - 1)]?.answer
    },
    async nearest(_accountId, { request }) {
      const newestFirst = (ofEndpoints.get(endpointOf(request)) ?? []).slice(-comparedRequests).reverse()
      return nearestOf(
        request,
        newestFirst.map(({ id, answer }) => ({ id, at: answer.at, request: answer.request })),
      )
    },
  }
}

const endpointOf = ({ listing, endpoint }: AnswerRequest) => `${listing} ${endpoint}`

interface Placed {
  readonly id: string
  readonly answer: KeptAnswer
}

function orderOf(a: Placed, b: Placed): number {
  return a.answer.at - b.answer.at || (a.id < b.id ? -1 : 1)
}

// Cleanses an address: finds the address that a text means, and rates the agreement of each part.
import type { HandlersFor, Of } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { cleansed } from '../../schemas/addresses.ts'
import { ukAddress } from '../addresses/view.ts'
import { success } from '../answer.ts'
import { addressError } from '../errors.ts'
import type { SearchDeps } from '../lookups/search.ts'
import { candidatesFor } from './candidates.ts'
import { type Judged, judge, noMatch } from './judgement.ts'
import { readWritten } from './written.ts'

type Cleansed = Of<typeof cleansed>['result']

const longestQuery = 500
const contexts = ['GBR']
const mostCounted = 10

export function cleanseHandler(deps: SearchDeps): HandlersFor<typeof endpoints, 'cleanseAddress'>['cleanseAddress'] {
  return async (input, call) => {
    const { body, context = 'GBR' } = input
    if (!contexts.includes(context.toUpperCase())) throw addressError(4016)
    const query = body.query.slice(0, longestQuery)
    if (query.trim() === '') throw addressError(40018)
    return deps.access.lookup(
      { input, call, lookup: { kind: 'Address Cleanse', term: query, data: 'gbrcleanse' } },
      async () => {
        const vocabulary = await deps.vocabulary()
        const written = await readWritten({ ...body, query }, vocabulary)
        const judged: Judged[] = []
        for await (const records of candidatesFor(deps, written, vocabulary)) {
          judged.push(...records.map((record) => judge(record, written)).filter(({ isAcceptable }) => isAcceptable))
          if (judged.some(({ isCertain }) => isCertain)) break
        }
        const [best] = judged.sort((a, b) => b.score - a.score || (a.record.id < b.record.id ? -1 : 1))
        const nothing = { query, match: null, count: 0, fit: 0, confidence: 0, ...noMatch }
        if (!best) return { body: success<Cleansed>(nothing), isCharged: false }
        const { record, fit, confidence, levels } = best
        const count = Math.min(mostCounted, judged.length)
        const result = { query, match: ukAddress(record), count, fit, confidence, ...levels }
        return { body: success<Cleansed>(result), isCharged: true }
      },
    )
  }
}

// Limits the cost of one request: clauses, patterns, documents, facets and groups all count towards the same budget,
// which is about a second of CPU time.
import { SolrProblem } from '../errors.ts'

/** Budget of a request in visits; a visit, such as of a document or a value, takes some nanoseconds. */
const mostVisits = 200_000_000
/** The limit of values counted per response. */
const mostBuckets = 50_000

/** Budget and pauses of a request; a step is awaited if `pause` returns a promise. */
export interface Course {
  readonly pause: () => Promise<void>
  readonly work: Work
}
export interface Work {
  /** Throws if the request exceeds its budget. */
  spend(visits: number): void
  /** Counts values that the response shows. */
  show(buckets: number): void
}
export function createWork(): Work {
  let left = mostVisits
  let shown = 0
  return {
    spend(visits) {
      left -= visits
      if (left < 0)
        throw new SolrProblem(
          'the request takes too much work: use fewer clauses, wildcards, facets or groups, or narrower ones',
        )
    },
    show(buckets) {
      shown += buckets
      if (shown > mostBuckets) throw new SolrProblem(`the facets have more than ${mostBuckets} values: set a limit`)
    },
  }
}

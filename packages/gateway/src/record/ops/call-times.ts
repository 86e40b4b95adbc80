// Durations of calls by listing, and refusals by code: counted for each call, so plain arrays rather than objects of
// the metrics library. Listings and codes are declared, so neither grows with callers' input.
import { present } from '#define/present'

/** Upper bounds of the buckets, in seconds; Prometheus adds the infinite bound. */
const boundsS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

interface Times {
  /** Counts per bucket, one more than there are bounds: the last counts calls slower than all of them. */
  readonly buckets: Float64Array
  sumS: number
}

export interface CallTimes {
  /** Counts a call that has ended; `code` is the code of the gateway's own error. */
  record(listing: string, ms: number, code: string | undefined): void
  /** Returns the counts in the Prometheus text format. */
  text(): string
}

export function createCallTimes(): CallTimes {
  const byListing = new Map<string, Times>()
  const byCode = new Map<string, number>()

  function timesOf(listing: string): Times {
    let times = byListing.get(listing)
    if (!times) {
      times = { buckets: new Float64Array(boundsS.length + 1), sumS: 0 }
      byListing.set(listing, times)
    }
    return times
  }

  return {
    record(listing, ms, code) {
      const times = timesOf(listing)
      const seconds = ms / 1000
      let at = 0
      for (const bound of boundsS) {
        if (seconds <= bound) break
        at++
      }
      times.buckets[at] = present(times.buckets[at]) + 1
      times.sumS += seconds
      if (code !== undefined) byCode.set(code, (byCode.get(code) ?? 0) + 1)
    },
    text: () => [...histogramLines(byListing), ...refusalLines(byCode), ''].join('\n'),
  }
}

function histogramLines(byListing: ReadonlyMap<string, Times>): string[] {
  const name = 'gatehouse_call_seconds'
  const lines = [
    `# HELP ${name} Time from the first byte of a call to the last of its answer.`,
    `# TYPE ${name} histogram`,
  ]
  for (const [listing, { buckets, sumS }] of byListing) {
    let count = 0
    for (const [at, calls] of buckets.entries()) {
      count += calls
      lines.push(`${name}_bucket{listing="${listing}",le="${boundsS[at] ?? '+Inf'}"} ${count}`)
    }
    lines.push(`${name}_sum{listing="${listing}"} ${sumS}`, `${name}_count{listing="${listing}"} ${count}`)
  }
  return lines
}

function refusalLines(byCode: ReadonlyMap<string, number>): string[] {
  const name = 'gatehouse_errors_total'
  const lines = [
    `# HELP ${name} Calls that ended with an error of the gateway, by its code, such as quota.minute.`,
    `# TYPE ${name} counter`,
  ]
  for (const [code, calls] of byCode) lines.push(`${name}{code="${code}"} ${calls}`)
  return [...lines, ...quotaLines(byCode)]
}

/** Returns the quota lines. Each code is present from the start, so that an alert on a rate sees the first refusal. */
function quotaLines(byCode: ReadonlyMap<string, number>): string[] {
  const name = 'gatehouse_quota_refusals_total'
  const lines = [`# HELP ${name} Calls refused because a quota of the plan was used up.`, `# TYPE ${name} counter`]
  for (const window of ['minute', 'day']) lines.push(`${name}{quota="${window}"} ${byCode.get(`quota.${window}`) ?? 0}`)
  return lines
}

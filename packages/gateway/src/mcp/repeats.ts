// Runs a call that is repeated with the same idempotency key only once, whichever process gets it: models and clients
// retry. The key is claimed in the database before the call, and the result is kept there after it.
import { parseJson } from '#provider/import'
import type { RepeatedCallsRepository } from '#store'
import type { Log } from '../process/log.ts'
import type { Outcome } from './outcome.ts'
import { type Content, problem, type ToolResult } from './tool.ts'
import { isRecord } from './values.ts'

export interface Repeats {
  once(call: RepeatedCall, run: () => Promise<Outcome>): Promise<ToolResult>
}
interface RepeatedCall {
  readonly accountId: string
  readonly keyId: string
  readonly idempotencyKey: string
  /** Digest of operation and arguments. */
  readonly digest: string
}
interface RepeatsDeps {
  readonly rows: RepeatedCallsRepository
  readonly clock: () => number
  /** The duration of a claim; longer than the wait for a call. */
  readonly underWayMs: number
  readonly log: Pick<Log, 'warn'>
}

const keptMs = 3_600_000
/** Limits of one account's results within the hour. A result has at most 40,000 characters. */
const most = { calls: 1000, size: 8_000_000 }

export function createRepeats({ rows, clock, underWayMs, log }: RepeatsDeps): Repeats {
  return {
    async once({ accountId, keyId, idempotencyKey, digest }, run) {
      const now = clock()
      const claim = { accountId, keyId, idempotencyKey, digest, claimedAt: now, expiresAt: now + keptMs }
      const earlier = await rows.claim(claim, most)
      if (earlier === 'full') return full
      if (earlier !== 'claimed') {
        if (earlier.digest !== digest) return usedOtherwise
        if (earlier.result !== null) return readResult(earlier.result)
        return now - earlier.claimedAt < underWayMs ? underWay : cutOff
      }
      // if it throws, the claim stays: it is unknown how far the call got
      const { result, mayHaveHappened } = await run()
      const noted = mayHaveHappened ? rows.keep(claim, JSON.stringify(result)) : rows.forget(claim)
      // the result counts even if it could not be kept
      await noted.catch((error: unknown) => log.warn('answer of a repeated call not kept', { cause: String(error) }))
      return result
    },
  }
}

const full = problem(
  `The account has used ${most.calls} idempotency keys within the hour, or had very long answers to them. ` +
    'Nothing was done. Wait until the oldest are an hour old.',
)
const usedOtherwise = problem('This idempotencyKey was used for another call within the hour. Take a new one.')
const underWay = problem('The first call with this idempotencyKey is still under way. Repeat it later for its answer.')
const cutOff = problem(
  'The first call with this idempotencyKey was cut off before its answer was kept: it may have happened. It was not ' +
    'made again. Look whether it has happened before you make it with another idempotencyKey.',
)

function readResult(stored: string): ToolResult {
  const result = parseJson(stored)
  if (!isResult(result)) throw new Error('a kept answer is not a result of a tool')
  return result
}

/** Reports whether a value is a result, which only this file writes. */
function isResult(value: unknown): value is ToolResult {
  return isRecord(value) && Array.isArray(value.content) && value.content.every(isContent)
}
function isContent(value: unknown): value is Content {
  return isRecord(value) && (value.type === 'text' || value.type === 'resource_link')
}

// The comment that ends an event stream with the cost of its call.
import { dollarsOf } from '#provider/budgets'
import type { Format } from '../../wire/format.ts'
import type { Settled } from '../metering/metered-call.ts'

interface Written {
  readonly format: Pick<Format, 'wire' | 'streamType'>
  readonly asArray?: boolean | undefined
}

/** Reports whether a stream takes comments: only server-sent events do, and those of the native format do not. */
export const endsWithCost = ({ format, asArray }: Written): boolean =>
  !asArray && format.wire !== 'gemini' && format.streamType === undefined

/** Returns the comment; empty for a call without cost. */
export function costComment(settled: Settled | undefined): string {
  const cost = settled?.cost ?? 0n
  return cost === 0n ? '' : `: x-gateway-cost ${dollarsOf(cost)}\n\n`
}

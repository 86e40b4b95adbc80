// What a sweep finds, as events: each threshold that has been passed, with the claim that keeps it single.
import type { WaitingCallRow } from '#store'
import { unitsOf } from '../../account/keys/dollars.ts'
import type { Need } from '../accounts/needs.ts'
import { isNear } from '../accounts/shares.ts'
import type { Occurrence } from './announce.ts'
import type { EventName } from './event-types.ts'

/** An event to announce unless its claim is taken. */
export interface Finding {
  readonly claim: string
  /** Milliseconds since the epoch; later than anything could be found again. */
  readonly expiresAt: number
  readonly occurrence: Told
}
/** An occurrence of any type, without its guard. */
type Told = { [N in EventName]: Omit<Occurrence<N>, 'guard'> }[EventName]

const dayMs = 24 * 3_600_000
const shares = [80, 95, 100] as const
type Share = (typeof shares)[number]
const noticeDays = [14, 3] as const
/** The time after its end during which a key is announced as expired. */
const expiredMs = dayMs
/** Claims without an end of their own are kept as long as somebody may still remember. */
const longMs = 400 * dayMs

/** Returns the events of a need; `owners` are accounts by key, for needs that name a key alone. */
export function findingsOfNeed(need: Need, owners: ReadonlyMap<string, string>, now: number): Finding[] {
  const { kind, at, key, name } = need
  const account = need.account ?? (key === undefined ? undefined : owners.get(key)) ?? null
  if (kind === 'account.near_limit' && at !== undefined) return limitFindings(need, account, { at, now })
  if (kind === 'budget.near') return budgetFindings(need, account, now)
  if (key === undefined || at === undefined || name === undefined) return []
  const data = { account, key, name, expiresAt: at }
  const expiresAt = at + longMs
  if (kind === 'key.expired' && now - at < expiredMs)
    return [{ claim: `key.expired/${key}/${at}`, expiresAt, occurrence: { type: 'key.expired', account, data } }]
  if (kind !== 'key.expiring') return []
  return noticeDays
    .filter((days) => at - now <= days * dayMs)
    .map((days) => ({
      claim: `key.expiring/${key}/${at}/${days}`,
      expiresAt,
      occurrence: { type: 'key.expiring', account, data: { ...data, days } },
    }))
}

function limitFindings(
  { key, surface, used, limit }: Need,
  account: string | null,
  { at: resetsAt, now }: { readonly at: number; readonly now: number },
): Finding[] {
  if (account === null) return []
  const subject = { account, key: key ?? null, surface: surface ?? null }
  const of = { ...subject, reserved: Number(used), perDay: Number(limit), resetsAt }
  return passed(BigInt(of.reserved), BigInt(of.perDay), now < resetsAt).map((percent) =>
    limitFinding({ ...of, percent }),
  )
}

interface PassedLimit {
  readonly account: string
  readonly key: string | null
  readonly surface: 'hosted' | 'market' | null
  readonly reserved: number
  readonly perDay: number
  readonly resetsAt: number
  readonly percent: Share
}

/** Returns the event of a share of a day's calls. */
function limitFinding({ account, key, surface, reserved, perDay, resetsAt, percent }: PassedLimit): Finding {
  const data = { account, key, surface, used: Math.min(reserved, perDay), limit: perDay, percent, resetsAt }
  const type = percent === 100 ? 'limit.reached' : 'limit.near'
  return {
    claim: `limit/${key ?? `${surface}:${account}`}/${resetsAt}/${percent}`,
    expiresAt: resetsAt + 2 * dayMs,
    occurrence: { type, account, data },
  }
}

function budgetFindings(need: Need, account: string | null, now: number): Finding[] {
  const { budget, used, limit } = need
  if (budget === undefined || used === undefined || limit === undefined) return []
  const [spent, amount] = [unitsOf(used), unitsOf(limit)]
  if (spent === undefined || amount === undefined) return []
  const [key, endsAt] = [need.key ?? null, need.at ?? null]
  const told = passed(spent, amount, endsAt === null || now < endsAt)
  const who = [budget, account, key, endsAt].join('/')
  return told.map((percent) => ({
    claim: `budget/${who}/${percent}`,
    expiresAt: endsAt === null ? Number.MAX_SAFE_INTEGER : endsAt + 2 * dayMs,
    occurrence: {
      type: percent === 100 ? 'budget.reached' : 'budget.near',
      account,
      data: { account, key, budget, used, limit, percent, endsAt },
    },
  }))
}

/** Returns the shares that were passed; of a period that has ended only the whole matters. */
function passed(used: bigint, limit: bigint, lasts: boolean): Share[] {
  return limit > 0n ? shares.filter((share) => (lasts || share === 100) && isNear(used, limit, share)) : []
}

/** Returns the event of a call that waits for a person. */
export function findingOfWaitingCall(call: WaitingCallRow, baseUrl: string): Finding {
  const { id, accountId: account, keyId: key, operation, expiresAt } = call
  const data = { account, id, key, operation, expiresAt, url: `${baseUrl}/console/agents` }
  return {
    claim: `call.waiting/${id}`,
    expiresAt: expiresAt + dayMs,
    occurrence: { type: 'call.waiting', account, data },
  }
}

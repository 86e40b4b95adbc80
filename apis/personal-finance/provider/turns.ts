// Changes of one world wait for each other anyway, at its row in the database. Here they wait before that, without a connection of the
// database in hand: however many changes one account sends at once, it takes no more than one connection of this process from the others.
import { fail } from '#define'
import type { OwnerKit } from './ledger.ts'

/** So many changes of one world may wait in a process. */
export const waitingLimit = 100

interface Line {
  /** Of the change that came last; it never rejects. */
  last: Promise<unknown>
  /** Under way and waiting. */
  length: number
}

/** By database, since a process may have several open, and by owner; only while there is anything to wait for. */
const lines = new WeakMap<object, Map<string, Line>>()

/** Does the work after that of all who asked before for the same owner. Rejects with `gateway.busy` when too many wait already. */
export async function inTurn<T>({ db, account: owner }: OwnerKit, work: () => Promise<T>): Promise<T> {
  const ofDatabase = lines.get(db) ?? new Map<string, Line>()
  lines.set(db, ofDatabase)
  const line = ofDatabase.get(owner) ?? { last: Promise.resolve(), length: 0 }
  if (line.length > waitingLimit)
    throw fail('gateway.busy', {}, { retryAfterS: 1, note: 'too many changes of one household wait' })
  ofDatabase.set(owner, line)
  line.length++
  const done = line.last.then(work)
  line.last = done.catch(() => undefined)
  try {
    return await done
  } finally {
    if (--line.length === 0) ofDatabase.delete(owner)
  }
}

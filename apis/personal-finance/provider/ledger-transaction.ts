// Opens ledgers. No other file of this provider begins a transaction.
//
// A read runs in one snapshot, so that the sums of a response are consistent. A new user reads a household shared by
// all new users; the first change copies it for the user. A change locks the user's row first, so that changes of one
// ledger are serialized across processes. They also queue within the process, so that a waiting change holds no
// database connection. Calls to other services (`kit.ask`, `kit.fetch`) must not run inside either: SQLite has one
// connection.
import { fail } from '#define'
import { type KeyedMutex, keyedMutex } from '#provider'
import type { Db, Kit, Ledger, User } from './ledger.ts'
import { dayIn } from './reference/time-zones.ts'

/** Limit of waiting changes of one ledger in a process. */
const maxWaitingChanges = 100

/** The ledger of one account, for one call or import. */
export interface LedgerAccess {
  /** True if the ledger contains the sample household, as of this access's last look. */
  readonly isSample: boolean
  /** Reads in one snapshot. */
  withSnapshot<T>(read: (db: Db, ledger: Ledger) => Promise<T>): Promise<T>
  /**
   * Changes the ledger atomically; an exception rolls the change back. Rejects with `gateway.busy` if too many changes
   * wait. It must not be nested.
   */
  withLock<T>(change: (db: Db, ledger: Ledger) => Promise<T>): Promise<T>
}
export type OpenLedger = (account: string) => LedgerAccess

interface LedgerDeps {
  readonly kit: Kit
  /** Creates the user of a new account, unless another call has just done so. It must not run in a transaction. */
  createUser(owner: string): Promise<void>
  /** Adds the missing days to the shared household. It must not run in a transaction. */
  addDays(): Promise<void>
  /** Copies the shared ledger for a user before a change. Runs in the transaction of the change. */
  makeOwn(db: Db, user: User): Promise<User>
}

/** Creates the access to ledgers. A ledger is created on first access. */
export function createLedgers({ kit, createUser, addDays, makeOwn }: LedgerDeps): OpenLedger {
  const queues = keyedMutex<string>({ maxWaiting: maxWaitingChanges, makeBusyError: tooManyWaiting })
  return (account) => accessTo(account, { kit, queues, create: () => createUser(account), addDays, makeOwn })
}

function tooManyWaiting(): unknown {
  return fail('gateway.busy', {}, { retryAfterS: 1, note: 'too many changes of one household are waiting' })
}

interface AccessDeps {
  readonly kit: Kit
  readonly queues: KeyedMutex<string>
  create(): Promise<void>
  readonly addDays: LedgerDeps['addDays']
  readonly makeOwn: LedgerDeps['makeOwn']
}

function accessTo(owner: string, { kit, queues, create, addDays, makeOwn }: AccessDeps): LedgerAccess {
  let isSample = false
  const ledgerOf = (user: User): Ledger => {
    isSample ||= user.sample === 1
    const now = kit.now()
    return { owner: user.shared_household ?? owner, user, now, today: dayIn(user.time_zone, now), dialect: kit.dialect }
  }
  return {
    get isSample() {
      return isSample
    },
    async withSnapshot(read) {
      await addDays()
      const attempt = () =>
        kit.db
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute(async (db) => {
            const user = await userOf(db, owner)
            return user && { value: await read(db, ledgerOf(user)) }
          })
      const done = (await attempt()) ?? (await queues.run(owner, create).then(attempt))
      return present(done)
    },
    async withLock(change) {
      await addDays()
      const attempt = () =>
        kit.db.transaction().execute(async (db) => {
          const user = await lockUser(db, owner, kit.now())
          return user && { value: await change(db, ledgerOf(await makeOwn(db, user))) }
        })
      return present(await queues.run(owner, async () => (await attempt()) ?? (await create().then(attempt))))
    },
  }
}

function present<T>(done: { readonly value: T } | undefined): T {
  if (!done) throw new Error('a ledger that was just created is missing')
  return done.value
}

function userOf(db: Db, owner: string): Promise<User | undefined> {
  return db.selectFrom('personal_finance_users').selectAll().where('owner', '=', owner).executeTakeFirst()
}

/** Locks the user's row by counting the change. */
function lockUser(db: Db, owner: string, now: number): Promise<User | undefined> {
  return db
    .updateTable('personal_finance_users')
    .set((user) => ({ revision: user('revision', '+', 1), last_activity_at: now }))
    .where('owner', '=', owner)
    .returningAll()
    .executeTakeFirst()
}

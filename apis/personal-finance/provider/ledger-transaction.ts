// The world of one account of the gateway: its user and everything that the user has. Nothing else opens a transaction.
//
// Readings run in one transaction each, so that what an answer adds up was true at one moment. Changes take the user's row first:
// two changes of one world wait for each other, whichever process they are in, and none is lost. Within a process they take turns first,
// so that those who wait hold no connection (turns.ts). Nothing that asks elsewhere (`kit.ask`, `kit.fetch`) may run inside either:
// SQLite has one connection, and it is taken.
import { makeUser } from './household/new-user.ts'
import type { Db, OwnerKit, User, World } from './ledger.ts'
import { dayIn } from './reference/time-zones.ts'
import { inTurn } from './turns.ts'

/** Reads within one moment. The world is made on its owner's first call. */
export async function readWorld<T>(kit: OwnerKit, read: (db: Db, world: World) => Promise<T>): Promise<T> {
  const once = () =>
    kit.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (db) => {
        const user = await userOf(db, kit.account)
        return user && { value: await read(db, worldOf(kit, user)) }
      })
  const found = (await once()) ?? (await inTurn(kit, () => makeWorld(kit)).then(once))
  if (!found) throw new Error('a world that was just made is gone')
  return found.value
}

/**
 * Changes the world: all of it or, when anything throws, nothing. Changes of one world come one after the other. Rejects with
 * `gateway.busy` when too many of them wait. May not be called inside itself.
 */
export async function changeWorld<T>(kit: OwnerKit, change: (db: Db, world: World) => Promise<T>): Promise<T> {
  const once = () =>
    kit.db.transaction().execute(async (db) => {
      const user = await lockedUser(db, kit)
      return user && { value: await change(db, worldOf(kit, user)) }
    })
  const done = await inTurn(kit, async () => (await once()) ?? (await makeWorld(kit).then(once)))
  if (!done) throw new Error('a world that was just made is gone')
  return done.value
}

/** Calls that have seen a world with the sample household in it. */
const sampled = new WeakSet<OwnerKit>()

/** Whether the call has been answered from a world with the sample household in it. */
export function sawSample(kit: OwnerKit): boolean {
  return sampled.has(kit)
}

async function makeWorld(kit: OwnerKit): Promise<void> {
  await kit.db.transaction().execute((db) => makeUser(db, kit))
}

function userOf(db: Db, owner: string): Promise<User | undefined> {
  return db.selectFrom('personal_finance_users').selectAll().where('owner', '=', owner).executeTakeFirst()
}

/** Counts the change and so takes the lock of the row. */
function lockedUser(db: Db, kit: OwnerKit): Promise<User | undefined> {
  return db
    .updateTable('personal_finance_users')
    .set((user) => ({ revision: user('revision', '+', 1), last_activity_at: kit.now() }))
    .where('owner', '=', kit.account)
    .returningAll()
    .executeTakeFirst()
}

function worldOf(kit: OwnerKit, user: User): World {
  const now = kit.now()
  if (user.sample === 1) sampled.add(kit)
  return { owner: kit.account, user, now, today: dayIn(user.time_zone, now) }
}

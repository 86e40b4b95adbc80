// What all parts know of a world: the owner, the user, the moment. How a world is read and changed is in open-world.ts.
import { PostgresAdapter, type Selectable } from 'kysely'
import type { ProviderKit } from '#define'
import type { Tables, UsersTable } from '../tables.ts'
import { notAllowed } from './errors.ts'

export type Db = ProviderKit<Tables>['db']
export type User = Selectable<UsersTable>
/** What a world needs of a call or of an import. */
export type OwnerKit = ProviderKit<Tables> & { readonly account: string }

export interface World {
  /** The account of the gateway: part of every key. */
  readonly owner: string
  readonly user: User
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The day at the user's place. */
  readonly today: string
}

/** Whether the database has arrays, and plans by statistics of its own. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** Takes ids for new rows; returns the first of them, the others follow it. Only inside `changeWorld`. */
export async function takeIds(db: Db, owner: string, count = 1): Promise<number> {
  const { next_id: next } = await db
    .updateTable('personal_finance_users')
    .set((user) => ({ next_id: user('next_id', '+', count) }))
    .where('owner', '=', owner)
    .returning('next_id')
    .executeTakeFirstOrThrow()
  return next - count
}

/** Refuses the path of another user. */
export function requireUser(world: World, id: unknown): void {
  if (id !== world.user.id) throw notAllowed()
}

/** The latest whole second of the clock: the provider's times have no parts of seconds. */
export function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

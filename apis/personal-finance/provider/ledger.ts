// Common types and functions of ledgers. Each account of the gateway has one: its user, and all of the user's records.
// ledger-transaction.ts opens it.
import type { Selectable } from 'kysely'
import type { ProviderKit } from '#define'
import type { Tables, UsersTable } from '../tables.ts'
import { notAllowed } from './errors.ts'

export type Kit = ProviderKit<Tables>
export type Db = Kit['db']
export type User = Selectable<UsersTable>

/** A ledger within one transaction. */
export interface Ledger {
  /** The account of the gateway or, for reads, the owner of a shared household; the first part of every key. */
  readonly owner: string
  readonly user: User
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Today in the user's time zone. */
  readonly today: string
  readonly dialect: Kit['dialect']
}

/** Reserves consecutive ids for new rows and returns the first. It must run inside `withLock`. */
export async function takeIds(db: Db, owner: string, count = 1): Promise<number> {
  const { next_id: next } = await db
    .updateTable('personal_finance_users')
    .set((user) => ({ next_id: user('next_id', '+', count) }))
    .where('owner', '=', owner)
    .returning('next_id')
    .executeTakeFirstOrThrow()
  return next - count
}

/** Throws 403 for the path of another user. */
export function requireUser(ledger: Ledger, id: unknown): void {
  if (id !== ledger.user.id) throw notAllowed()
}

/** Returns a time in the provider's format: UTC, in whole seconds. */
export function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

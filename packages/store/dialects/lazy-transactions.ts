// Transactions that a power cut may undo. SQLite has to know before a transaction begins, when it has seen none of its
// statements.
import { AsyncLocalStorage } from 'node:async_hooks'

const lazily = new AsyncLocalStorage<true>()

/** Transactions that begin in `work` are not synced on SQLite: for counts, of which nobody acts on one. */
export function withoutSync<T>(work: () => Promise<T>): Promise<T> {
  return lazily.run(true, work)
}

/** Whether the transaction that begins now is one of these. */
export function isUnsynced(): boolean {
  return lazily.getStore() === true
}

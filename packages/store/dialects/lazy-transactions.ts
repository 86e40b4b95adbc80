// Transactions that a power cut may undo. SQLite must know before a transaction begins, when it has seen none of its
// statements.
import { AsyncLocalStorage } from 'node:async_hooks'

const lazily = new AsyncLocalStorage<true>()

/** Runs `work` with transactions that are not synced on SQLite: for counts on which no single caller acts. */
export function withoutSync<T>(work: () => Promise<T>): Promise<T> {
  return lazily.run(true, work)
}

/** True if the transaction that begins now is unsynced. */
export function isUnsynced(): boolean {
  return lazily.getStore() === true
}

// The contract of invalidations: a process notifies all others that data they may have cached has changed. The
// transport (this process alone, or the database) is decided elsewhere.

/**
 * Kind of the changed data. The target is an id: of a key, an account, a plan, `account/slug`, `account/listing` (with
 * `*` for all accounts), or the slug of an added API.
 */
export type InvalidationKind = 'key' | 'account' | 'plan' | 'vault' | 'listing' | 'api'

/** Handles the target of an invalidation, which is acknowledged once the handler has returned or resolved. */
export type InvalidationHandler = (target: string) => void | Promise<void>

export interface Invalidations {
  /** Resolves once no process answers from its cache of `target`. */
  publish(kind: InvalidationKind, target: string): Promise<void>
  /** Registers this process's handler for invalidations of `kind`, including its own. */
  on(kind: InvalidationKind, handler: InvalidationHandler): void
  /** False while this process could be missing invalidations; it must not answer from its caches then. */
  hasLease(): boolean
}

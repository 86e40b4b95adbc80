// The contract of invalidations: how one process tells all others that something they may have cached has changed.
// The transport (this process alone, or the database) is decided elsewhere.

/** What has changed. The target is an id: of a key, an account, a plan, `account/slug`, or `account/listing`. */
export type InvalidationKind = 'key' | 'account' | 'plan' | 'vault' | 'listing'

/** Called with the target of an invalidation, which is acknowledged once the handler has returned or resolved. */
export type InvalidationHandler = (target: string) => void | Promise<void>

export interface Invalidations {
  /** Resolves when no process answers from what it had cached about `target`. */
  publish(kind: InvalidationKind, target: string): Promise<void>
  /** Registers what this process does about invalidations of `kind`, its own included. */
  on(kind: InvalidationKind, handler: InvalidationHandler): void
  /** False while this process may be missing invalidations: then it must not answer from its caches. */
  hasLease(): boolean
}

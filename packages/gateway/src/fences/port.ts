// The contract of fences: how one process tells every other that something it may have cached is no longer true.
// What carries them (this process alone, the database, Redis) is decided elsewhere.

/** What a fence can be about. The target is an id: of a key, an account, a plan, `account/slug`, or `account/listing`. */
export type FenceKind = 'key' | 'account' | 'plan' | 'vault' | 'listing'

/** Called with the target of a raised fence; the fence counts as taken once it has returned or resolved. */
export type FenceHandler = (target: string) => void | Promise<void>

export interface Fences {
  /** Resolves when every process has dropped what it had cached about `target`. */
  raise(kind: FenceKind, target: string): Promise<void>
  /** Registers what this process does when a fence of `kind` is raised anywhere, this process included. */
  on(kind: FenceKind, handler: FenceHandler): void
  /** False while this process cannot be sure to hear of new fences: then it must not answer from what it cached. */
  mayServe(): boolean
}

// Bounds the request bodies that the process holds in memory, in total and per account.
import { fail } from '#define'

/** The holder of bytes, and how many it holds. */
export interface BodyHolder {
  readonly account: string
  heldBytes: number
  /** Whether the call is over: what arrives later must not be counted, because nothing would release it. */
  readonly isOver: boolean
}

/** An account may hold a quarter, so that it cannot crowd out the others. */
const accountShare = 4
const retryAfterS = 1

export class HeldBodies {
  readonly #limit: number
  readonly #accountLimit: number
  readonly #byAccount = new Map<string, number>()
  #total = 0

  constructor(limit: number) {
    this.#limit = limit
    this.#accountLimit = Math.floor(limit / accountShare)
  }

  /** Bytes of all calls, and the number of accounts that hold some. */
  get held(): { readonly bytes: number; readonly accounts: number } {
    return { bytes: this.#total, accounts: this.#byAccount.size }
  }

  /** Throws `gateway.bodies_full` when that many more bytes would exceed a limit now. */
  check(account: string, bytes: number): void {
    const own = this.#byAccount.get(account) ?? 0
    if (this.#total + bytes > this.#limit || own + bytes > this.#accountLimit)
      throw fail('gateway.bodies_full', {}, { retryAfterS })
  }

  /** Counts bytes before they are kept. Throws as `check` does, or when the call is over; then nothing is counted. */
  take(holder: BodyHolder, bytes: number): void {
    if (holder.isOver) throw new Error('the call ended before its body')
    this.check(holder.account, bytes)
    this.#total += bytes
    this.#byAccount.set(holder.account, (this.#byAccount.get(holder.account) ?? 0) + bytes)
    holder.heldBytes += bytes
  }

  /** To be called when the call is over. Idempotent. */
  release(holder: BodyHolder): void {
    const bytes = holder.heldBytes
    if (bytes === 0) return
    holder.heldBytes = 0
    this.#total -= bytes
    const own = (this.#byAccount.get(holder.account) ?? 0) - bytes
    if (own > 0) this.#byAccount.set(holder.account, own)
    else this.#byAccount.delete(holder.account)
  }
}

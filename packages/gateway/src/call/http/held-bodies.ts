// Limits the request bodies that the process holds in memory, in total and per account.
import { fail } from '#define'

/** A holder of bytes, with the number it holds. */
export interface BodyHolder {
  readonly account: string
  heldBytes: number
  /** True once the call is over: bytes that arrive later must not be counted, because nothing would release them. */
  readonly isOver: boolean
}

/** The share of one account: a quarter, so that it cannot crowd out the others. */
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

  /** The bytes of all calls, and the number of accounts that hold some. */
  get held(): { readonly bytes: number; readonly accounts: number } {
    return { bytes: this.#total, accounts: this.#byAccount.size }
  }

  /** Throws `gateway.bodies_full` if that many more bytes would exceed a limit now. */
  check(account: string, bytes: number): void {
    const own = this.#byAccount.get(account) ?? 0
    if (this.#total + bytes > this.#limit || own + bytes > this.#accountLimit)
      throw fail('gateway.bodies_full', {}, { retryAfterS })
  }

  /** Counts bytes before they are kept. Throws like `check`, or when the call is over; then nothing is counted. */
  take(holder: BodyHolder, bytes: number): void {
    if (holder.isOver) throw new Error('the call ended before its body')
    this.check(holder.account, bytes)
    this.#total += bytes
    this.#byAccount.set(holder.account, (this.#byAccount.get(holder.account) ?? 0) + bytes)
    holder.heldBytes += bytes
  }

  /** Releases the holder's bytes. It must be called when the call is over, and may be called again. */
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

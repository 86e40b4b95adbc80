// The charge of one call: held against budgets before the call is sent, settled once when it has ended.
import type { Hold } from '#provider/budgets'
import type { Price } from './prices.ts'

/** The members of a call that its charge needs. */
export interface Charged {
  readonly account: string
  readonly key: string
  readonly listing: string
  readonly endpoint: string
  readonly price: Price
}

/** Settles a charge; `cost` is zero for a call that costs nothing. */
export type Settle = (charge: Charge, cost: bigint) => void

/**
 * A charge. The provider's last answer decides: a call costs its price, once, if that is no error. It also does if the
 * call was sent and no answer came, because nobody knows then what the provider did.
 */
export class Charge {
  readonly of: Charged
  readonly hold: Hold
  readonly #settle: Settle
  #isSent = false
  #status: number | undefined
  #isEnded = false

  constructor(of: Charged, hold: Hold, settle: Settle) {
    this.of = of
    this.hold = hold
    this.#settle = settle
  }

  /** Notes that the request is on its way to the provider, once more after a retry. */
  sent(): void {
    if (this.#isEnded) return
    this.#isSent = true
    this.#status = undefined
  }

  /** Notes the status of an answer. */
  answered(status: number): void {
    if (this.#isEnded) return
    this.#isSent = true
    this.#status = status
  }

  /** What the call costs as it stands, in dollars; undefined if that is nothing. */
  get dollars(): string | undefined {
    return this.#costs() ? this.of.price.dollars : undefined
  }

  /** Settles the charge, once. */
  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#settle(this, this.#costs() ? this.of.price.amount : 0n)
  }

  #costs(): boolean {
    return this.#isSent && (this.#status === undefined || this.#status < 400)
  }
}

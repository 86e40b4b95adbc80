// The charge of one call: held against budgets before the call is sent, settled once when it has ended.
import { dollarsOf, type Hold } from '#provider/budgets'
import { timesNumber } from './count.ts'
import { NumberFinder } from './number-finder.ts'
import type { Price } from './prices.ts'

/** The members of a call that its charge needs. */
export interface Charged {
  readonly account: string
  readonly key: string
  readonly listing: string
  readonly endpoint: string
  readonly price: Price
  /** The amount held, in 1e-12 US dollars: the cost of the call, unless a number of its answer makes it cost less. */
  readonly most: bigint
}

/** Settles a charge; `cost` is zero for a call that costs nothing. */
export type Settle = (charge: Charge, cost: bigint) => void

/**
 * A charge. The provider's last answer decides: a call costs its price, once, if that is no error. It also does if the
 * call was sent and no answer came, because nobody knows then what the provider did. For the same reason a call whose
 * price goes by a number of the answer costs the most if it gets no such number.
 */
export class Charge {
  readonly of: Charged
  readonly hold: Hold
  readonly #settle: Settle
  #isSent = false
  #status: number | undefined
  /** The cost by the number of the answer, once it is known. */
  #counted: bigint | undefined
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
    this.#counted = undefined
  }

  /** Notes the status of an answer. */
  answered(status: number): void {
    if (this.#isEnded) return
    this.#isSent = true
    this.#status = status
  }

  /** Returns the stage that reads the body of a JSON answer; undefined if the charge does not depend on it. */
  counter(): NumberFinder | undefined {
    const { price, most } = this.of
    if (price.count?.of !== 'answer' || this.#isEnded || !this.#costs()) return undefined
    return new NumberFinder(price.count.path, (text) => {
      if (!this.#isEnded) this.#counted = costBy(price, text, most)
    })
  }

  /** The cost of the call as it stands, in dollars; undefined if it is zero, or not known before the end. */
  get dollars(): string | undefined {
    const { price } = this.of
    if (price.count?.of === 'answer' && this.#counted === undefined && !this.#isEnded) return undefined
    const cost = this.#cost()
    if (cost === 0n) return undefined
    return cost === price.amount ? price.dollars : dollarsOf(cost)
  }

  /** Settles the charge, once. */
  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#settle(this, this.#cost())
  }

  #cost(): bigint {
    return this.#costs() ? (this.#counted ?? this.of.most) : 0n
  }

  #costs(): boolean {
    return this.#isSent && (this.#status === undefined || this.#status < 400)
  }
}

/** Returns the cost of a call with such a number, at most `most`; without a number, `most`. */
export function costBy({ amount }: Pick<Price, 'amount'>, text: string | undefined, most: bigint): bigint {
  const cost = text === undefined ? undefined : timesNumber(amount, text)
  return cost === undefined || cost > most ? most : cost
}

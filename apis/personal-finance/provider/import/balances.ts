// Checks whether the balances of a statement follow from its amounts: each is the previous one plus the amount of its
// row, in the order of the file or in reverse.

/** A row whose balance implies another reading of its amount. */
interface Contradiction {
  readonly line: number
  /** The amount as it was read, in units. */
  readonly amount: number
  /** The change of the balance. */
  readonly change: number
}
export interface ChainResult {
  /** Rows whose balance could be compared with the adjacent one. */
  readonly compared: number
  /** Number of consistent rows. */
  readonly fits: number
  readonly contradiction: Contradiction | undefined
}
interface BalanceRow {
  readonly line: number
  readonly amount: number
  /** Other readings of the amount. */
  readonly others: readonly number[]
  readonly balance: number
}
export interface BalanceChain {
  /** Adds a row; `account` separates the rows of several accounts. */
  add(account: string, row: BalanceRow): void
  result(): ChainResult
}

/** Limit of accounts and currencies of a file; the balances of further ones are not compared. */
const maxAccounts = 200

export function createBalanceChain(): BalanceChain {
  const last = new Map<string, BalanceRow>()
  const [oldestFirst, newestFirst] = [createOrder(), createOrder()]
  return {
    add(account, row) {
      const before = last.get(account)
      if (!before && last.size >= maxAccounts) return
      last.set(account, row)
      if (!before) return
      oldestFirst.add(row, row.balance - before.balance)
      newestFirst.add(before, before.balance - row.balance)
    },
    result() {
      const [one, other] = [oldestFirst.result(), newestFirst.result()]
      if (one.fits !== other.fits) return one.fits > other.fits ? one : other
      return one.contradiction
        ? other.contradiction
          ? one
          : other.fits > 0
            ? other
            : one
        : other.contradiction
          ? other
          : one
    },
  }
}

/**
 * Counts for one order of the rows. Banks sometimes sort the rows of a day differently from their balances, so a
 * contradiction counts only if the adjacent rows fit or contradict as well.
 */
function createOrder() {
  let compared = 0
  let fits = 0
  let contradiction: Contradiction | undefined
  let pending: Contradiction | undefined
  let isUnsorted = false
  return {
    add({ line, amount, others }: BalanceRow, change: number): void {
      compared++
      const isFit = change === amount
      const isOther = !isFit && others.includes(change)
      if (pending && (isFit || isOther)) contradiction ??= pending
      pending = isOther && !isUnsorted ? { line, amount, change } : undefined
      isUnsorted = !isFit && !isOther
      if (isFit) fits++
    },
    result: (): ChainResult => ({ compared, fits, contradiction: contradiction ?? pending }),
  }
}

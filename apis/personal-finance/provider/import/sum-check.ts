// Compares the transactions of a statement with the change of its balance, as banks state it in MT940 and CAMT.
import { amountOf as wholeOf } from '../money.ts'
import type { ImportNotes } from './notes.ts'

export interface SumCheck {
  opens(units: number): void
  closes(units: number): void
  add(units: number): void
  /** Notes a difference, and begins the next statement. */
  end(account: string | undefined): void
}

export function createSumCheck(notes: ImportNotes): SumCheck {
  let opening: number | undefined
  let closing: number | undefined
  let sum = 0
  return {
    opens(units) {
      opening = units
    },
    closes(units) {
      closing = units
    },
    add(units) {
      sum += units
    },
    end(account) {
      const change = opening === undefined || closing === undefined ? undefined : closing - opening
      if (change !== undefined && change !== sum)
        notes.add(
          `The transactions of ${account ?? 'the account'} add up to ${wholeOf(sum)}, but its balance changes by ` +
            `${wholeOf(change)}: the file lacks some of them, or has others twice.`,
        )
      opening = undefined
      closing = undefined
      sum = 0
    },
  }
}

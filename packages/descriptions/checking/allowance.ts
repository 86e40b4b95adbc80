// The work that one answer may cost. A document decides how much a value takes to make and to check, and the thread
// that makes it answers everybody else's calls too.

/** Counts the steps of one answer. */
export interface Allowance {
  /** Takes steps; returns false once all are taken, and then nothing further is checked or made. */
  spend(steps: number): boolean
}

/** Some 20 ms of a machine of its own. */
const mostSteps = 40_000

export function createAllowance(): Allowance {
  let left = mostSteps
  return {
    spend(steps) {
      left -= steps
      return left >= 0
    },
  }
}

// The progress of an import in numbers.

/** Returns the percentage done, 0 to 100, rounded down so that 100 means all of it; 100 if there is nothing to do. */
export function percentOf(done: number, total: number): number {
  return total <= 0 ? 100 : Math.min(100, Math.floor((100 * done) / total))
}

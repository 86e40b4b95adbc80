// Shares of limits at which something needs attention, in exact numbers.

/** The share from which on a limit needs attention, in percent. */
export const nearPercent = 80

/** Reports whether a share of a limit is used. */
export function isNear(used: bigint, limit: bigint, percent = nearPercent): boolean {
  return used * 100n >= limit * BigInt(percent)
}

// The provider's rounding: the larger the number, the fewer decimals (SOURCES 3.3). Exact binary ties go to the even
// digit, as in C's printf and unlike JavaScript's toFixed.

/**
 * Rounds a positive number by its size: above 5000 to an integer, above 80 to two decimals, 20 three, 1 four, 0.0001
 * five, else six.
 */
export function roundRate(value: number): number {
  if (value > 5000) return Math.round(value)
  if (value > 80) return roundTo(value, 2)
  if (value > 20) return roundTo(value, 3)
  if (value > 1) return roundTo(value, 4)
  return roundTo(value, value > 0.0001 ? 5 : 6)
}

/** Returns the nearest decimal with `decimals` digits after the point; an exact tie goes to the even digit. */
function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals
  const scaled = value * scale
  // away from a tie the product decides: an integer divided by a power of ten is the number nearest to that decimal
  if (Math.abs(scaled - Math.floor(scaled) - 0.5) > 1e-6) return Math.round(scaled) / scale
  return Number(decimalNearTie(value, decimals))
}

function decimalNearTie(value: number, decimals: number): string {
  const longer = value.toFixed(decimals + 1)
  // a number is an exact tie if its binary fraction is as short as its decimal one; then halving is exact in both
  const tied = Number.isInteger(value * 2 ** (decimals + 1)) && longer.endsWith('5')
  const lower = longer.slice(0, -1)
  const lowerIsEven = /[02468]$/.test(lower)
  return tied && lowerIsEven ? lower : value.toFixed(decimals)
}

// The rule for the asterisk (SOURCES 4.2).

/** Factor of barely distinguishable sales: within half a per cent of those of the rank above. */
const barelyBelow = 0.995

export function isBarelyBelow(sales: number, above: number): boolean {
  return sales >= above * barelyBelow
}

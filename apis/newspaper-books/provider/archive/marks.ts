// When the asterisk is set (SOURCES 4.2).

/** Sales within half a per cent of those of the rank above are barely distinguishable. */
const barelyBelow = 0.995

export function isBarelyBelow(sales: number, above: number): boolean {
  return sales >= above * barelyBelow
}

// Conditions over the facts of an order: the common language of the weights of the score and of the rules.

/** Facts about an order by name; unknown facts are undefined or `NA`. */
export type Facts = Readonly<Record<string, string | number | undefined>>

/** One test of one fact. An unknown fact passes only `is: "NA"`. */
export type Condition = { readonly field: string } & (
  | { readonly is: string }
  | { readonly in: readonly string[] }
  | { readonly above: number }
  | { readonly below: number }
)

export function holds(condition: Condition, facts: Facts): boolean {
  const fact = facts[condition.field]
  if (fact === undefined) return false
  if ('is' in condition) return equal(fact, condition.is)
  if ('in' in condition) return condition.in.some((value) => equal(fact, value))
  if (typeof fact !== 'number') return false
  return 'above' in condition ? fact > condition.above : fact < condition.below
}

const equal = (fact: string | number, value: string) => String(fact).toLowerCase() === value.toLowerCase()

/** Returns a condition in words, for documents. */
export function describeCondition(condition: Condition): string {
  const { field } = condition
  if ('is' in condition) return `${field} is ${condition.is}`
  if ('in' in condition) return `${field} is ${condition.in.join(' or ')}`
  return 'above' in condition ? `${field} above ${condition.above}` : `${field} below ${condition.below}`
}

// What kinds of accounts there are (FACTS 5).

export const accountTypes = [
  'bank',
  'credits',
  'cash',
  'loans',
  'mortgage',
  'stocks',
  'vehicle',
  'property',
  'insurance',
  'other_asset',
  'other_liability',
] as const
export type AccountType = (typeof accountTypes)[number]

/** A stored type, which is known to be one. */
export function accountTypeOf(text: string): AccountType {
  return accountTypes.find((type) => type === text) ?? 'bank'
}

/** Things that are owned or owed rather than spent from: they count as net worth unless the caller says otherwise. */
const netWorthTypes: readonly AccountType[] = [
  'vehicle',
  'property',
  'insurance',
  'other_asset',
  'other_liability',
  'stocks',
]

/** Whether a new account of the type is one of net worth. */
export function isNetWorthType(type: AccountType): boolean {
  return netWorthTypes.includes(type)
}

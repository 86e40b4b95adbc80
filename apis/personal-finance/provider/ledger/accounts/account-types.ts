// The types of accounts (SOURCES 4.1).

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

/** Returns a stored type. */
export function accountTypeOf(stored: string): AccountType {
  return accountTypes.find((type) => type === stored) ?? 'bank'
}

/** Things that are owned or owed rather than spent from. */
const netWorthTypes: readonly AccountType[] = [
  'vehicle',
  'property',
  'insurance',
  'other_asset',
  'other_liability',
  'stocks',
]

/** Reports whether a new account of the type counts as net worth by default. */
export function isNetWorthType(type: AccountType): boolean {
  return netWorthTypes.includes(type)
}

// Normalises strings for search: lower case, no accents, and one form for similar-looking characters.

/** Returns a string in lower case without accents (Unicode NFKD). */
export function foldForSearch(string: string): string {
  return string.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Returns the searchable fields of a transaction (SOURCES 6.3), one per line, folded. */
export function searchText(transaction: {
  readonly payee: string
  readonly note?: string | null
  readonly labels: readonly string[]
  readonly amount: number
  readonly date: string
}): string {
  const { payee, note, labels, amount, date } = transaction
  return [...[payee, note ?? '', ...labels].map(foldForSearch), searchableAmount(amount), date]
    .join('\n')
    .toWellFormed()
}

/** Returns an amount in units (money.ts) in searchable form, with two to four digits: `-1234.50`. */
function searchableAmount(units: number): string {
  const digits = String(Math.abs(units)).padStart(5, '0')
  const cents = digits.slice(-4).replace(/0{1,2}$/, '')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -4)}.${cents}`
}

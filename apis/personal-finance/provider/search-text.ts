// The strings that a search compares: lower case, without accents, and with one form for characters that look alike.

/** Lower case without accents (Unicode NFKD). */
export function foldForSearch(string: string): string {
  return string.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** What a search covers of a transaction's own strings (SOURCES 6.3), one per line. */
export function searchText(transaction: {
  readonly payee: string
  readonly note: string | null
  readonly labels: readonly string[]
}): string {
  const { payee, note, labels } = transaction
  return [payee, note ?? '', ...labels].map(foldForSearch).join('\n')
}

/** An amount in units (money.ts) as a search sees it, with two to four digits: `-1234.50`. */
export function searchableAmount(units: number): string {
  const digits = String(Math.abs(units)).padStart(5, '0')
  const cents = digits.slice(-4).replace(/0{1,2}$/, '')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -4)}.${cents}`
}

/** The words between spaces; a search is split in the same way. */
export function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

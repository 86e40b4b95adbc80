// Words by which transactions are found: folded to lower case without accents, so that a search finds what it looks the same as.

/** Lower case without accents, and one form for characters that look alike (Unicode NFKD). */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** What a search looks through of the texts of a transaction itself (FACTS 7), a line each. */
export function searchText(parts: {
  readonly payee: string
  readonly note: string | null
  readonly labels: readonly string[]
}): string {
  return [parts.payee, parts.note ?? '', ...parts.labels].map(foldText).join('\n')
}

/** An amount as a search looks through it: `-1234.5` is found as such and as `1234.50`. In units of money.ts. */
export function amountText(units: number): string {
  const digits = String(Math.abs(units)).padStart(5, '0')
  const cents = digits.slice(-4).replace(/0{1,2}$/, '')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -4)}.${cents}`
}

/** What stands between white space, as a search is cut too. */
export function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

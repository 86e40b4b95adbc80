// Words by which transactions are found: folded to lower case without accents, so that a search finds what it looks the same as.

/** Lower case without accents, and one form for characters that look alike (Unicode NFKD). */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** What a search looks through in the transaction itself (FACTS 7); names of account and category are looked up beside it. */
export function searchWords(parts: {
  readonly payee: string
  readonly note: string | null
  readonly labels: readonly string[]
  readonly amount: number
  readonly date: string
}): string {
  const { payee, note, labels, amount, date } = parts
  return [payee, note ?? '', ...labels].map(foldText).concat(amountWords(amount), date).join('\n')
}

/** `-1234.5` is found as such and as `1234.50`. Amount in units of money.ts. */
function amountWords(units: number): string {
  const digits = String(Math.abs(units)).padStart(5, '0')
  const cents = digits.slice(-4).replace(/0{1,2}$/, '')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -4)}.${cents}`
}

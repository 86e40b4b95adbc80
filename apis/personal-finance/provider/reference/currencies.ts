// Currencies: codes, names, digits and symbols from the runtime's data (Unicode CLDR). Separators are those of the
// country with most users of a currency.

interface Currency {
  readonly id: string
  readonly name: string
  readonly minor_unit: number
  readonly separators: { readonly major: string; readonly minor: string }
  readonly symbol: string
}

/** Separators that differ from those of `1,234.50`, by currency. */
const decimals: Readonly<Record<string, string>> = {
  ars: 'es-AR',
  bgn: 'bg-BG',
  brl: 'pt-BR',
  chf: 'de-CH',
  clp: 'es-CL',
  cop: 'es-CO',
  czk: 'cs-CZ',
  dkk: 'da-DK',
  eur: 'de-DE',
  huf: 'hu-HU',
  idr: 'id-ID',
  isk: 'is-IS',
  nok: 'nb-NO',
  pln: 'pl-PL',
  ron: 'ro-RO',
  rsd: 'sr-RS',
  rub: 'ru-RU',
  sek: 'sv-SE',
  try: 'tr-TR',
  uah: 'uk-UA',
  uyu: 'es-UY',
  vnd: 'vi-VN',
}

/** Table, built on first use: at start it would take longer than the rest of this API. */
let all: ReadonlyMap<string, Currency> | undefined

function table(): ReadonlyMap<string, Currency> {
  all ??= new Map(Intl.supportedValuesOf('currency').map((code) => [code.toLowerCase(), currencyOf(code)]))
  return all
}

/** Returns all currencies by code. */
export function allCurrencies(): Currency[] {
  return [...table().values()]
}

/** Returns a currency by its code in any case. */
export function findCurrency(code: string): Currency | undefined {
  return table().get(code.toLowerCase())
}

/** Returns the decimal places; 2 for an unknown code. */
export function digitsOf(code: string): number {
  return findCurrency(code)?.minor_unit ?? 2
}

const names = new Intl.DisplayNames('en', { type: 'currency' })

function currencyOf(code: string): Currency {
  const id = code.toLowerCase()
  const format = new Intl.NumberFormat(decimals[id] ?? 'en', {
    style: 'currency',
    currency: code,
    useGrouping: 'always',
  })
  const narrow = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
  const part = (type: string) => format.formatToParts(1234567.5).find((one) => one.type === type)?.value
  return {
    id,
    name: names.of(code) ?? code,
    minor_unit: format.resolvedOptions().maximumFractionDigits ?? 2,
    separators: { major: plainSpace(part('group') ?? ','), minor: part('decimal') ?? '.' },
    symbol: narrow.formatToParts(1).find((one) => one.type === 'currency')?.value ?? code,
  }
}

/** Replaces non-breaking spaces with plain ones. */
function plainSpace(separator: string): string {
  return /\s/.test(separator) ? ' ' : separator
}

// Recognises kinds of values in a question: people write "USD to GBP" and mean currencies, "NW1 6XE" and mean a
// postcode.
const currencies = new Set(Intl.supportedValuesOf('currency'))
const languages = new Set(namedLanguages())
/**
 * Last words of the English names of currencies ("baht", "franc", "dollars"), without words that have other meanings.
 */
const moneys = new Set(namedMoneys())
for (const word of ['real', 'reals', 'won', 'gold']) moneys.delete(word)
/** Codes of currencies that are also words in lower case. */
const alsoWords = new Set(['all', 'try', 'top', 'mad', 'pen', 'bob', 'cup', 'gel', 'mop', 'cop', 'sos'])
const mail = /\S@[^\s@]+\.\S/
/** Matches UK postcodes (https://ideal-postcodes.co.uk/guides/uk-postcode-format), in capitals or with a space. */
const postcode = /\b(?:[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[a-z]{1,2}\d[a-z\d]?\s\d[a-z]{2})\b/
/** Matches a house number, a name, and a word for a street. */
const street =
  /\b\d+[a-z]? (?:\p{L}+ ){1,3}(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|close|court|ct|grove|gr|terrace|way|square)\b/iu
const day = /\b\d{4}-\d{2}-\d{2}\b/

/** Returns a word for each kind of value in the text. */
export function kindsOfValues(text: string): string[] {
  const words = text.match(/\p{L}+/gu) ?? []
  const codes = words.filter((word) => currencies.has(word.toUpperCase()) && !alsoWords.has(word))
  // three letters in lower case are usually a word, so they count only in pairs
  const isMoney = codes.some((word) => word === word.toUpperCase()) || codes.length > 1
  return [
    ...(isMoney ? ['currency', 'rate'] : []),
    ...(words.some((word) => moneys.has(word.toLowerCase())) ? ['currency'] : []),
    ...(codes.length > 1 && isMoney ? ['convert'] : []),
    ...(street.test(text) ? ['address'] : []),
    ...(words.some((word) => languages.has(word)) ? ['language'] : []),
    ...(mail.test(text) ? ['email'] : []),
    ...(postcode.test(text) ? ['postcode'] : []),
    ...(day.test(text) ? ['date'] : []),
  ]
}

/** Returns the English names of the languages with two-letter codes. */
function namedLanguages(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  return letters.flatMap((one) => letters.flatMap((other) => names.of(one + other) ?? []))
}

function namedMoneys(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })
  // only currencies of a country: codes that begin with X are gold, drawing rights and the like
  const last = [...currencies]
    .filter((code) => !code.startsWith('X'))
    .flatMap((code) => /^\p{L}+(?: \p{L}+)* (\p{L}+)$/u.exec(names.of(code) ?? '')?.[1] ?? [])
  return last.flatMap((name) => [name.toLowerCase(), `${name.toLowerCase()}s`])
}

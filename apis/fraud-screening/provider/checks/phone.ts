// Reads a phone number: its validity and its country.
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

export interface Phone {
  /** The number in international form, or the digits of an invalid one. */
  readonly key: string
  readonly isValid: boolean
  /** ISO 3166-1 alpha-2 code of a valid number. */
  readonly country: string | undefined
}

/**
 * Reads a number, first as a national, then as an international one, because clients strip everything but digits; the
 * call prefixes 00 and 011 stand for the plus sign.
 */
export function readPhone(text: string | undefined, country: string | undefined): Phone | undefined {
  const digits = text?.replace(/\D/g, '').slice(0, 20) ?? ''
  if (text === undefined || digits === '') return undefined
  const isInternational = text.trim().startsWith('+')
  const national = !isInternational && country !== undefined && isSupportedCountry(country) ? country : undefined
  const abroad = /^(?:00|011)(\d{7,})$/.exec(digits)?.[1]
  const parsed =
    (national && validNumber(digits, national)) ?? validNumber(`+${digits}`) ?? (abroad && validNumber(`+${abroad}`))
  if (!parsed) return { key: digits, isValid: false, country: undefined }
  return { key: parsed.number, isValid: true, country: parsed.country }
}

function validNumber(number: string, country?: CountryCode) {
  const parsed = parsePhoneNumberFromString(number, country)
  return parsed?.isValid() ? parsed : undefined
}

// A phone number: whether it can exist, and where.
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

export interface Phone {
  /** The number in international form, or the digits of one that is invalid. */
  readonly key: string
  readonly isValid: boolean
  /** ISO 3166-1 alpha-2 of a valid number. */
  readonly country: string | undefined
}

/** Clients strip everything but digits, so a number is tried as a national one first, then as an international one. */
export function readPhone(text: string | undefined, country: string | undefined): Phone | undefined {
  const digits = text?.replace(/\D/g, '').slice(0, 20) ?? ''
  if (text === undefined || digits === '') return undefined
  const isInternational = text.trim().startsWith('+')
  const national = !isInternational && country !== undefined && isSupportedCountry(country) ? country : undefined
  const parsed = (national && validNumber(digits, national)) ?? validNumber(`+${digits}`)
  if (!parsed) return { key: digits, isValid: false, country: undefined }
  return { key: parsed.number, isValid: true, country: parsed.country }
}

function validNumber(number: string, country?: CountryCode) {
  const parsed = parsePhoneNumberFromString(number, country)
  return parsed?.isValid() ? parsed : undefined
}

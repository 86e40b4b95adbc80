// Validates phone numbers: possible numbers, their formats, country, kind of network, and the operator to which their
// range was allocated. The present operator of a ported number is unknown.
import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { isoThreeOf } from '../places/countries.ts'
import { originalCarrier } from './carriers.ts'

const longest = 40

/** The provider's word for each kind of number. */
const networkTypes: Readonly<Record<string, string>> = {
  MOBILE: 'mobile',
  FIXED_LINE: 'landline',
  FIXED_LINE_OR_MOBILE: 'mobile_or_landline',
  PREMIUM_RATE: 'landline_premium',
  TOLL_FREE: 'landline_tollfree',
  SHARED_COST: 'shared_cost',
  VOIP: 'virtual',
  PERSONAL_NUMBER: 'virtual',
  PAGER: 'pager',
  UAN: 'uan',
  VOICEMAIL: 'voicemail',
}
const regionNames = new Intl.DisplayNames('en', { type: 'region' })

export async function validatePhone(text: string) {
  const parsed = readNumber(text)
  if (!parsed) return invalid
  const { country } = parsed
  return {
    valid: true,
    national_format: parsed.formatNational(),
    international_format: parsed.formatInternational(),
    // international numbers, such as freephone, have no country
    iso_country: (country && isoThreeOf(country)) ?? '',
    iso_country_2: country ?? '',
    country: country ? (regionNames.of(country) ?? '') : '',
    current_carrier: null,
    original_carrier: await carrierOf(parsed),
  }
}

const invalid = {
  valid: false,
  national_format: null,
  international_format: null,
  iso_country: null,
  iso_country_2: null,
  country: null,
  current_carrier: null,
  original_carrier: null,
}

/** Parses a number that begins with its country code, as `+44`, `0044` or `44`. */
function readNumber(text: string): PhoneNumber | undefined {
  if (text.length > longest) return undefined
  const digits = text.replace(/[^\d+]/g, '').replace(/^00/, '+')
  const parsed = parsePhoneNumberFromString(digits.startsWith('+') ? digits : `+${digits}`)
  return parsed?.isValid() ? parsed : undefined
}

/** Returns the carrier; network codes are missing, because no public table has them. */
async function carrierOf(parsed: PhoneNumber) {
  const network_type = networkTypes[parsed.getType() ?? ''] ?? 'unknown'
  const name = (await originalCarrier(parsed.countryCallingCode, parsed.nationalNumber)) ?? null
  return { network_code: null, name, country: parsed.country ?? null, network_type }
}

// Phone numbers: whether they can exist, their forms, country and kind of network. No operator is known, because none
// of it can be read from a number that may have been ported.
import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { isoThreeOf } from '../places/countries.ts'

const longest = 40

/** The provider's word for each kind of number. */
const networkTypes: Readonly<Record<string, string>> = {
  ...{ MOBILE: 'mobile', FIXED_LINE: 'landline', FIXED_LINE_OR_MOBILE: 'mobile_or_landline' },
  ...{ PREMIUM_RATE: 'landline_premium', TOLL_FREE: 'landline_tollfree', SHARED_COST: 'shared_cost' },
  ...{ VOIP: 'virtual', PERSONAL_NUMBER: 'virtual', PAGER: 'pager', UAN: 'uan', VOICEMAIL: 'voicemail' },
}
const regionNames = new Intl.DisplayNames('en', { type: 'region' })

export function validatePhone(text: string) {
  const parsed = readNumber(text)
  if (!parsed) return invalid
  const { country } = parsed
  return {
    ...{ valid: true, national_format: parsed.formatNational(), international_format: parsed.formatInternational() },
    ...{ iso_country: country ? isoThreeOf(country) : null, iso_country_2: country ?? null },
    country: country ? (regionNames.of(country) ?? null) : null,
    ...{ current_carrier: null, original_carrier: carrierOf(parsed) },
  }
}

const invalid = {
  ...{ valid: false, national_format: null, international_format: null, iso_country: null, iso_country_2: null },
  ...{ country: null, current_carrier: null, original_carrier: null },
}

/** The number of a text that begins with its country code, as `+44`, `0044` or `44`. */
function readNumber(text: string): PhoneNumber | undefined {
  if (text.length > longest) return undefined
  const digits = text.replace(/[^\d+]/g, '').replace(/^00/, '+')
  const parsed = parsePhoneNumberFromString(digits.startsWith('+') ? digits : `+${digits}`)
  return parsed?.isValid() ? parsed : undefined
}

function carrierOf(parsed: PhoneNumber) {
  const network_type = networkTypes[parsed.getType() ?? ''] ?? 'unknown'
  return { network_code: null, name: null, country: parsed.country ?? null, network_type }
}

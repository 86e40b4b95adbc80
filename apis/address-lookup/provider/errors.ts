// The provider's own errors: HTTP status, a code that begins with it, and message (SOURCES 1.3).
import { refuse } from '#define'

const messages = {
  4000: 'Invalid syntax submitted',
  4001: 'Validation failed on your submitted data',
  4005: 'Invalid end date',
  4006: 'Invalid start date',
  4007: 'Invalid Date Range: start date is after end date',
  4008: 'Invalid Date Range: range specified needs to be 90 days or less',
  4009: 'Too Many Tags Queried: please specify no more than 3 tags to query',
  4010: 'Invalid Key',
  4011: 'Forbidden',
  4012: 'Forbidden',
  4013: 'A Sub Licensee Key is required to perform this action',
  4014: 'Invalid API Key provided for licensee',
  4015: 'Inadequate licence to access data. The key does not cover this data set',
  4016: 'You have requested an invalid context',
  4020: 'Key balance depleted',
  4021: 'Lookup Limit Reached',
  4040: 'Postcode not found',
  4042: 'Key not found',
  4044: 'No UDPRN found',
  4045: 'No licensee found',
  4046: 'No UMPRN found',
  4047: 'Config not found',
  4048: 'Address not found',
  40010: 'Invalid source IP address provided',
  40011: 'Invalid search query received',
  40012: 'It is not possible to paginate beyond the first 10,000 results. Please narrow your query',
  40013: 'Too many query biases requested. You may set up to 5 biases',
  40014: 'Too many filters specified',
  40016: 'Invalid search query provided. Please review your inputs',
  40017: 'Invalid email query string. Email string length is too long. Max length 320',
  40018: 'Invalid query. The q or query parameter is required',
} as const
type ErrorCode = keyof typeof messages

/** Codes whose message ends with a link, on which old clients rely. */
const linked: readonly ErrorCode[] = [4010, 4011, 4020, 4021]

interface Details {
  readonly message?: string
  /** Nearby postcodes. */
  readonly suggestions?: readonly string[]
  /** Problems by member. */
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
}

/** Creates the error for a code. */
export function addressError(code: ErrorCode, { message = messages[code], ...more }: Details = {}) {
  const link = linked.includes(code)
    ? `. For more information see http://ideal-postcodes.co.uk/documentation/response-codes#${code}`
    : ''
  return refuse(Number(String(code).slice(0, 3)), { code, message: message + link, ...more })
}

/** Creates the error for one member of the query or body. */
export function invalidMember(path: string, message: string, code: 4000 | 4001 = 4000) {
  return addressError(code, { errors: [{ path, message }] })
}

// What a provider's failure is called, from the codes of Node and undici.
import { Failure, fail } from '#define'

/** The failure of an attempt that broke off: silent, unreachable, not valid HTTP, or cut. */
export function failureOf(error: Error, api: string): Failure {
  if (error instanceof Failure) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (silent.has(code)) return fail('upstream.silent', { api }, { cause: error })
  if (unreachable.has(code) || /CERT|SSL|TLS/.test(code)) return fail('upstream.unreachable', { api }, { cause: error })
  if (invalid.test(code) || error.name === parserError) return fail('upstream.invalid', { api }, { cause: error })
  return fail('upstream.cut', { api }, { cause: error })
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])
const silent = new Set(['UND_ERR_HEADERS_TIMEOUT'])
const invalid = /^(?:HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_|UND_ERR_RESPONSE)/
/** The error of undici for bytes that are not HTTP; it carries no code. */
const parserError = 'HTTPParserError'

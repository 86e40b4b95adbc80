// The credentials of a call: in the query, or in an Authorization header with the provider's scheme (SOURCES 1.2).

import type { Call } from '#define'
import { quotedParameters } from '#define/texts'
import { addressError } from '../errors.ts'

interface Credentials {
  readonly apiKey: string | undefined
  readonly userToken: string | undefined
  readonly licensee: string | undefined
}

/**
 * Reads the credentials. Throws 4010 for a header of another scheme. A gateway key in place of the provider's is
 * ignored.
 */
export function readCredentials(input: object, { request }: Call): Credentials {
  const values = new Map<string, unknown>(Object.entries(input))
  const parameter = (name: string) => stringOf(values.get(name)) ?? request.query.get(name) ?? undefined
  const header = pairsOf(stringOf(values.get('authorization')) ?? '')
  const apiKey = parameter('api_key') ?? header.get('api_key')
  return {
    apiKey: apiKey?.startsWith('gh_live_') ? undefined : apiKey,
    userToken: parameter('user_token') ?? header.get('user_token'),
    licensee: parameter('licensee') ?? header.get('licensee'),
  }
}

/**
 * Parses `IDEALPOSTCODES api_key="…", user_token="…"`, also without the scheme word and with spaces instead of commas.
 */
function pairsOf(header: string): ReadonlyMap<string, string> {
  const pairs = quotedParameters(header.slice(0, 1000)).filter(([name]) => /^[a-z_]+$/.test(name))
  if (header !== '' && pairs.length === 0 && !header.includes('gh_live_')) throw addressError(4010)
  return new Map(pairs)
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

// The refusals of the account endpoints, in the shape of the gateway's own errors.
import { type Refusal, refuse } from '#define'
import type { FeedFailure } from '../prices/feed-failure.ts'

const told = (status: number, code: string, message: string, headers?: Record<string, string>): Refusal =>
  refuse(status, { error: { code, message } }, headers)

/** 400 that names the parameter, in the words of the gateway. */
export function wrongAccount(field: string): Refusal {
  const problem =
    'must be a 64-bit account id, a vanity name of 2 to 32 letters, digits, "_" and "-", or the address of a profile'
  const error = {
    code: 'input.invalid',
    message: `${field} ${problem}`,
    details: { problems: [{ name: field, problem }] },
  }
  return refuse(400, { error })
}
export const unknownAccount = () => told(404, 'account.unknown', 'There is no such account.')
/** Without leave to call out only the sample accounts are known. */
export const sampleAccountsOnly = (ids: readonly string[]) =>
  told(
    404,
    'account.unknown',
    `This gateway does not ask Steam, so it knows only its sample accounts: ${ids.join(', ')}. Set GATEHOUSE_REFRESH=true to ask Steam.`,
  )
export const privateAccount = (what: string) =>
  told(404, 'account.private', `The ${what} of this account is not public.`)
export const keyMissing = () =>
  told(
    503,
    'source.key_missing',
    "Steam tells this only to holders of a Web API key, and the operator has stored none. Store one with the operator's endpoint storeWebKey.",
  )
/** What a failed call to Steam is for the caller; the reason stays in the log. */
export function steamFailed({ reason, retryAfterMs }: FeedFailure): Refusal {
  if (reason === 'limited') {
    const seconds = String(Math.max(1, Math.ceil((retryAfterMs ?? 30_000) / 1000)))
    return told(429, 'source.limited', `Steam is asked as often as it allows. Try again in ${seconds} s.`, {
      'retry-after': seconds,
    })
  }
  if (reason === 'secret') return keyMissing()
  return told(502, 'source.failed', 'Steam did not answer as it should. Try again.')
}

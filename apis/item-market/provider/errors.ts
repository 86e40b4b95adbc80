// All errors of this provider, in the shape of the gateway's own errors.
import { type Refusal, refuse } from '#define'
import type { Skin } from './catalogue/records.ts'

interface Problem {
  readonly name: string
  readonly problem: string
}

/** Returns a 400 `input.invalid` that names the parameter. */
export function invalidField(field: string, problem: string): Refusal {
  return fieldError(400, { code: 'input.invalid', field, problem })
}
export function unknownGame(): Refusal {
  const problem = 'is none of cs2 (also csgo, 730), dota2, rust and tf2'
  return fieldError(400, { code: 'game.unknown', field: 'game', problem })
}
/** Returns the error of an unknown item, with the items of the skin that was named, if any. */
export function unknownItem(skin?: Skin): Refusal {
  const problem = `is not the name of an item: ${skin ? formsOf(skin) : 'find names with /api/v1/items/search'}`
  return fieldError(400, { code: 'item.unknown', field: 'name', problem })
}
function formsOf({ name, wears, stattrak, souvenir }: Skin): string {
  const qualities = ['plain', ...(stattrak ? ['StatTrak™'] : []), ...(souvenir ? ['Souvenir'] : [])]
  const worn = wears.length === 0 ? 'without a wear' : `with the wear ${wears.join(', ')}`
  return `${name} is sold ${worn}; ${qualities.join(', ')}`
}
/** The error of one name in a batch whose call succeeds as a whole. */
export const unknownItemInBatch = { code: 'item.unknown', message: 'There is no item of this name.' }

export function unknownCurrency(code: string): Refusal {
  return fieldError(400, {
    code: 'currency.unknown',
    field: 'currency',
    problem: `is not a currency of ISO 4217: ${code}`,
  })
}
export const currencyUnavailable = () =>
  plainError(503, 'currency.unavailable', 'Amounts can be given in USD only at the moment.')

export const noPrice = () =>
  plainError(404, 'price.unknown', 'The primary marketplace has no known price of this item.')

export function unknownSource(known: readonly string[]): Refusal {
  return fieldError(404, { code: 'source.unknown', field: 'source', problem: `is none of ${known.join(', ')}` })
}
export function itemByItem(): Refusal {
  const problem = 'is not read whole, but item by item'
  return fieldError(400, { code: 'source.item_by_item', field: 'source', problem })
}
export function secretNotTaken(): Refusal {
  const problem = 'is read without a key or cookie'
  return fieldError(400, { code: 'source.without_secret', field: 'source', problem })
}

/** Returns a 400 for an unreadable inspect link. */
export function invalidLink(field: string, code: string, problem: string): Refusal {
  const details = { problems: [{ name: field, problem }] }
  return refuse(400, { error: { code, message: `${field}: ${problem}`, details } })
}
/** Returns the 404 of a pointer link to an unknown item. */
export function unknownFloat(askedInspectServer: boolean): Refusal {
  const why = askedInspectServer
    ? 'We have no data for the item in this link, and neither has the inspect server.'
    : 'We have no data for the item in this link, and no inspect server is configured.'
  return plainError(404, 'float.not_found', why)
}

export const inspectServerBusy = () =>
  plainError(
    503,
    'inspect_server.busy',
    'The inspect server of the operator is busy, or the game keeps it waiting. Try again.',
    { 'retry-after': '5' },
  )
export const inspectServerFailed = () =>
  plainError(502, 'inspect_server.failed', 'The inspect server of the operator did not answer with an item.')

/** Returns one 400 with all problems of a trade-up contract, each under the name of its member. */
export function invalidContract(problems: readonly Problem[]): Refusal {
  const message = problems.map(({ name, problem }) => `${name} ${problem}`).join('; ')
  return refuse(400, { error: { code: 'tradeup.invalid', message: `${message}.`, details: { problems } } })
}
export function noOutcome(problem: string): Refusal {
  const details = { problems: [{ name: 'items', problem }] }
  return refuse(400, { error: { code: 'tradeup.no_outcome', message: `items: ${problem}`, details } })
}

export function invalidAccount(field: string): Refusal {
  const problem =
    'must be a 64-bit account id, a vanity name of 2 to 32 letters, digits, "_" and "-", or the address of a profile'
  return invalidField(field, problem)
}
export const unknownAccount = () => plainError(404, 'account.unknown', 'There is no such account.')
/** Returns the refusal if outbound calls are not permitted and only sample accounts are known. */
export const sampleAccountsOnly = (ids: readonly string[]) =>
  plainError(
    404,
    'account.unknown',
    `This gateway does not ask Steam, so it knows only its sample accounts: ${ids.join(', ')}. Set GATEHOUSE_REFRESH=true to ask Steam.`,
  )
export const privateAccount = (what: string) =>
  plainError(404, 'account.private', `The ${what} of this account is not public.`)
export const keyMissing = () =>
  plainError(
    503,
    'source.key_missing',
    "Steam tells this only to holders of a Web API key, and the operator has stored none. Store one with the operator's endpoint storeWebKey.",
  )
export function steamLimited(retryAfterMs: number): Refusal {
  const seconds = String(Math.max(1, Math.ceil(retryAfterMs / 1000)))
  const message = `Steam is asked as often as it allows. Try again in ${seconds} s.`
  return plainError(429, 'source.limited', message, { 'retry-after': seconds })
}
export const steamFailed = () => plainError(502, 'source.failed', 'Steam did not answer as it should. Try again.')

function plainError(status: number, code: string, message: string, headers?: Record<string, string>): Refusal {
  return refuse(status, { error: { code, message } }, headers)
}

/** Returns an error that names the field, like the gateway's own parameter errors. */
function fieldError(
  status: number,
  { code, field, problem }: { code: string; field: string; problem: string },
): Refusal {
  const details = { problems: [{ name: field, problem }] }
  return refuse(status, { error: { code, message: `${field} ${problem}`, details } })
}

// What tests of the ledger share: records created by calls, lists of ids, imports through the operator's endpoint,
// files as bytes.
import type { Calls, Household, Members } from './world.ts'

/** The path of the user of every sample household. */
export const me = '/users/4100'

export interface Made {
  readonly id: number
  readonly [member: string]: unknown
}
/** A transaction of a list, with the fields that a search covers. */
export interface Listed extends Made {
  readonly payee: string
  readonly note: string | null
  readonly labels: readonly string[]
  readonly amount: number
  readonly date: string
  readonly category: { readonly id: number; readonly title: string } | null
  readonly transaction_account: { readonly id: number; readonly name: string }
}

/** A new institution with one account; the ids of both and of its transaction account. */
export async function newAccount(
  home: Household,
  members: Members = {},
): Promise<{ institution: number; account: number; side: number }> {
  const institution = await home.ask<Made>('POST', `${me}/institutions`, { title: 'Test Bank', currency_code: 'NZD' })
  const account = await home.ask<Made & { primary_transaction_account: Made }>('POST', `${me}/accounts`, {
    institution_id: institution.id,
    title: 'Test account',
    currency_code: 'NZD',
    type: 'bank',
    ...members,
  })
  return { institution: institution.id, account: account.id, side: account.primary_transaction_account.id }
}

/** A transaction of 1 October 2026 by default. */
export function newTransaction(home: Household, side: number, members: Members = {}): Promise<Made> {
  const body = { payee: 'Shop', amount: -10, date: '2026-10-01', ...members }
  return home.ask('POST', `/transaction_accounts/${side}/transactions`, body)
}

export function newCategory(home: Household, title: string, members: Members = {}): Promise<Made> {
  return home.ask('POST', `${me}/categories`, { title, ...members })
}

export async function idsOf(home: Household, path: string): Promise<number[]> {
  return (await home.ask<Made[]>('GET', path)).map(({ id }) => id)
}

/** Status and sentence of a refused call. */
export async function refusal(
  home: Household,
  method: string,
  path: string,
  body?: Members,
): Promise<[number, unknown]> {
  const answer = await home.call(method, path, body)
  return [answer.status, Reflect.get(Object(answer.body), 'error')]
}

/** The bytes at an address of the listing, with its type. */
export async function bytesAt(
  home: Household,
  address: string,
): Promise<{ status: number; type: string | null; bytes: Buffer; headers: Headers }> {
  const headers = { 'x-gateway-key': home.key, 'x-gateway-provider': 'embedded' }
  const response = await fetch(address, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), bytes, headers: response.headers }
}

interface Imported {
  /** Counts of the last event, or undefined when it failed. */
  readonly counts: Readonly<Record<string, number>> | undefined
  /** The last event's report on the import. */
  readonly notes: readonly string[]
  /** Code and sentence of the error it ended with. */
  readonly error: { readonly code: string; readonly message: string } | undefined
  readonly kinds: readonly string[]
}

/** A household whose account id is known, so that the operator can import for it. */
export async function importing(
  calls: Calls,
): Promise<{ home: Household; send: (file: string, content: string | Buffer) => Promise<Imported> }> {
  const { accountId, key } = await calls.gateway.account()
  const send = async (file: string, content: string | Buffer): Promise<Imported> => {
    const query = new URLSearchParams({ file, account: accountId })
    const response = await fetch(`${calls.gateway.baseUrl}/v1/admin/imports/personal-finance?${query}`, {
      method: 'POST',
      headers: { 'x-gateway-admin-key': calls.gateway.adminKey, 'content-type': 'application/octet-stream' },
      body: Buffer.from(content),
    })
    const events = [...(await response.text()).matchAll(/^event: (\w+)\ndata: (.+)$/gm)]
    const last = events.at(-1)
    const data: unknown = last ? JSON.parse(last[2] ?? 'null') : undefined
    return {
      counts: Reflect.get(Object(data), 'counts'),
      notes: Reflect.get(Object(data), 'notes') ?? [],
      error: Reflect.get(Object(data), 'error'),
      kinds: events.map((event) => event[1] ?? ''),
    }
  }
  return { home: calls.householdOf(key), send }
}

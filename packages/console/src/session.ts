// The signed-in roles: an account by the gateway key of this tab, the operator by a session cookie that no script can
// read, or both.
import { type Me, me } from '../../client/own/mod.ts'
import { createConnection, request } from './connection.ts'
import { Refusal } from './refusal.ts'
import { forgetTabKey, keepTabKey, tabKey } from './tab-key.ts'

export type Role = 'account' | 'operator'

interface SignedIn {
  /** The account, if a gateway key is stored. */
  account?: { id: string; name: string; plan: string; isDemo: boolean } | undefined
  /** Version of the gateway. */
  version?: string | undefined
  /** End of the operator's session, in milliseconds since the epoch. */
  operatorUntil?: number | undefined
}

/** Headers sent with the session cookie; pages of other origins cannot send the first. */
export const consoleHeader = { 'x-gateway-console': '1', 'x-gateway-surface': 'console' } as const

const accountConnection = createConnection(() => ({ 'x-gateway-key': tabKey() ?? '', 'x-gateway-surface': 'console' }))
export const operatorConnection = createConnection(() => consoleHeader)

export const self: Me = me(accountConnection)

/** The signed-in state of the whole console; changed only here. */
export const signedIn: SignedIn = {}

/** Restores the session. A key that is no longer valid is forgotten; other failures reject. */
export async function restore(): Promise<void> {
  const [account, until] = await Promise.all([tabKey() === undefined ? undefined : accountOrNothing(), operatorUntil()])
  signedIn.account = account
  signedIn.operatorUntil = until
}

async function accountOrNothing(): Promise<SignedIn['account']> {
  try {
    return await readAccount()
  } catch (error) {
    if (!(error instanceof Refusal) || (error.status !== 401 && error.status !== 403)) throw error
    forgetTabKey()
    return undefined
  }
}

async function readAccount(): Promise<SignedIn['account']> {
  const { account, plan, version } = await self.me()
  signedIn.version = version
  return { ...account, plan: plan.id }
}

async function operatorUntil(init: RequestInit = {}): Promise<number | undefined> {
  const response = await request('/console/session', init)
  const { operator } = await response.json()
  if (operator !== null) signedIn.version = String(operator.version)
  // by the clock of this machine, not the gateway's
  return operator === null ? undefined : Date.now() + Number(operator.leftMs)
}

/** Signs in with a gateway key or the operator key, and returns the role; rejects with a sentence for people. */
export async function signIn(key: string): Promise<Role> {
  if (key.startsWith('gh_market_'))
    throw new Refusal(
      'This is a market key, which is good for calls of the item market. Sign in with a gateway key (gh_live_…) of the same account.',
      { status: 0, code: 'key.market' },
    )
  if (!key.startsWith('gh_live_')) return signInOperator(key)
  keepTabKey(key)
  try {
    signedIn.account = await readAccount()
    return 'account'
  } catch (error) {
    forgetTabKey()
    throw explained(error, 'This gateway key is not known here: it may be revoked, rotated or mistyped.')
  }
}

async function signInOperator(key: string): Promise<Role> {
  try {
    signedIn.operatorUntil = await operatorUntil({ method: 'POST', headers: { 'x-gateway-admin-key': key } })
    return 'operator'
  } catch (error) {
    throw explained(error, 'This is neither a gateway key (gh_live_…) nor the operator key of this gateway.')
  }
}

/** Replaces the sentence of `key.invalid`, which is written for programs. */
function explained(error: unknown, sentence: string): unknown {
  if (error instanceof Refusal && error.code === 'key.invalid')
    return new Refusal(sentence, { status: error.status, code: error.code })
  if (error instanceof Refusal && error.code === 'key.scope')
    return new Refusal('The scopes of this key do not include the self-service API (me), which the console needs.', {
      status: error.status,
      code: error.code,
    })
  return error
}

export async function signOut(role: Role): Promise<void> {
  if (role === 'operator') {
    await operatorUntil({ method: 'DELETE' })
    signedIn.operatorUntil = undefined
  } else {
    forgetTabKey()
    signedIn.account = undefined
  }
}

/** True if the role is signed in now. */
export function isSignedIn(role: Role): boolean {
  if (role === 'account') return signedIn.account !== undefined
  return signedIn.operatorUntil !== undefined && signedIn.operatorUntil > Date.now()
}

/** Signs out a role whose credentials were refused during work. */
export function drop(role: Role): void {
  if (role === 'operator') signedIn.operatorUntil = undefined
  else {
    forgetTabKey()
    signedIn.account = undefined
  }
}

// The keys of the account, or those of all accounts, behind the same functions.
import type { CreateKeyInput, ListKeysOutput, UpdateKeyInput } from '../../../client/own/mod.ts'
import { type Role, self } from '../session.ts'
import { operatorClient } from '../source.ts'

export type KeyRow = Omit<ListKeysOutput['keys'][number], 'current'> & {
  readonly current?: boolean
  readonly account?: string
}
export interface KeyQuery {
  readonly search?: string | null
  readonly state?: 'works' | 'disabled' | 'expired' | 'revoked' | null
  readonly sort?: 'newest' | 'expires' | 'used' | null
  readonly account?: string | null
  readonly limit?: number
  readonly after?: string | null
}
export type NewKey = CreateKeyInput['body']
export type KeyChange = UpdateKeyInput['body']
interface Made {
  readonly id: string
  readonly key: string
}
export interface KeySource {
  readonly list: (query: KeyQuery) => Promise<{ readonly keys: readonly KeyRow[]; readonly next?: string }>
  /** Creates a key. Only the operator chooses the account; an account creates its own keys. */
  readonly make: (key: NewKey, account: string) => Promise<Made>
  readonly change: (key: string, change: KeyChange) => Promise<unknown>
  readonly rotate: (key: string, graceMs: number) => Promise<Made>
  /** Resolves to the valid keys that the revoked key created. */
  readonly revoke: (key: string, withMade: boolean) => Promise<{ readonly remaining: readonly KeyRow[] }>
  /** Resolves to the names of the sandboxes that a new key may belong to; none for the operator. */
  readonly sandboxes: () => Promise<readonly string[]>
  readonly isOperator: boolean
}

const own: KeySource = {
  list: (query) => self.listKeys(query),
  make: (body) => self.createKey({ body }),
  change: (key, body) => self.updateKey({ key, body }),
  rotate: (key, graceMs) => self.rotateKey({ key, graceMs }),
  revoke: (key, withMade) => self.revokeKey({ key, withMade }),
  sandboxes: async () => (await self.listSandboxes()).sandboxes.map(({ name }) => name),
  isOperator: false,
}

export async function keySourceOf(role: Role): Promise<KeySource> {
  if (role === 'account') return own
  const operator = await operatorClient()
  return {
    list: (query) => operator.listKeys(query),
    make: (key, account) => operator.createKey({ body: { surface: 'hosted', ...key, account } }),
    change: (key, body) => operator.updateKey({ key, body }),
    rotate: (key, graceMs) => operator.rotateKey({ key, graceMs }),
    revoke: (key, withMade) => operator.revokeKey({ key, withMade }),
    sandboxes: async () => [],
    isOperator: true,
  }
}

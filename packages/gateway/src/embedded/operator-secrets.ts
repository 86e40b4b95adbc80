// The operator's secrets for an API: sealed in the vault by slug and name, under an account that nobody owns.
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { fail } from '#define'
import type { Secrets } from '#define/outbound'
import { createAccountsRepository, operatorAccountId, type Store } from '#store'
import type { Vault } from '../account/vault/vault.ts'
import { createLru } from '../process/cache/lru.ts'
import { reveal, Secret } from '../process/secret.ts'

/** The parts of the vault that hold the operator's secrets. */
export type OperatorVault = Pick<Vault, 'put' | 'remove' | 'list' | 'open'>

interface OperatorSecretsDeps {
  readonly store: Store
  readonly vault: OperatorVault
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}
/** The secrets with the right, reserved for the gateway, to open one for a call. */
export interface OpenSecrets extends Secrets {
  open(name: string): Secret | undefined | Promise<Secret | undefined>
}

const nameForm = /^[a-z0-9][a-z0-9._-]{0,99}$/

/** Creates the secrets of one API. */
export function createOperatorSecrets(deps: OperatorSecretsDeps, slug: string): OpenSecrets {
  const { store, vault, clock } = deps
  const prefix = `${slug}:`
  const known = createLru<string, string>(1000)

  /** Returns the id of a secret, checked once: calls name the same few. */
  function idOf(name: string): string {
    const kept = known.get(name)
    if (kept !== undefined) return kept
    const id = prefix + checked(name)
    known.set(name, id)
    return id
  }

  const accounts = createAccountsRepository(store.db)

  async function ensureOwner(): Promise<void> {
    const [plan] = await accounts.listPlans({ limit: 1 })
    if (!plan) throw new Error('there is no plan')
    await accounts.ensureOperator(plan.id, clock())
  }

  return {
    async put(name, value) {
      const id = idOf(name)
      await ensureOwner()
      await vault.put(operatorAccountId, id, new Secret(value))
    },
    remove: (name) => vault.remove(operatorAccountId, idOf(name)),
    async names() {
      const ids = (await vault.list(operatorAccountId)).map(({ slug: id }) => id)
      return ids.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length))
    },
    async sign(name, data, hash) {
      const secret = await vault.open(operatorAccountId, idOf(name))
      return secret && signInPool(hash, data, keyIn(secret))
    },
    open: (name) => vault.open(operatorAccountId, idOf(name)),
  }
}

/**
 * Signs on the thread pool of libuv, where `sign` runs if it has a callback: a signature by a long key takes
 * milliseconds.
 */
const signInPool = promisify((hash: string, data: Buffer, key: KeyObject, done: SignDone) =>
  sign(hash, data, key, done),
)
type SignDone = (error: Error | null, signature: Buffer) => void

/** Cache of parsed keys, kept while the vault caches their secrets. */
const parsedKeys = new WeakMap<Secret, KeyObject>()

function keyIn(secret: Secret): KeyObject {
  const key = parsedKeys.get(secret) ?? parsedKey(secret)
  parsedKeys.set(secret, key)
  return key
}

function parsedKey(secret: Secret): KeyObject {
  try {
    return createPrivateKey({ key: Buffer.from(reveal(secret), 'base64'), format: 'der', type: 'pkcs8' })
  } catch {
    // the cause could repeat parts of the secret
    throw new Error('the secret is not a private key (PKCS #8 DER in base64)')
  }
}

function checked(name: string): string {
  if (nameForm.test(name)) return name
  const problem = 'must be letters a to z, digits, ".", "_" and "-", at most 100'
  throw fail('input.invalid', { problems: `name ${problem}` }, { details: { problems: [{ name: 'name', problem }] } })
}

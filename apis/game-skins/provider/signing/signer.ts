// The key that signs textures: RSA of 4096 bits, generated once per installation with the first signature. The private
// half is a secret of the operator and leaves the vault only as signatures; the public half is published.
import { createHash, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { fail, type ProviderKit } from '#define'
import { withTimeout } from '#provider'
import api from '../../api.ts'
import type { KeysTable, Tables } from '../../tables.ts'

export interface Signer {
  /** Signs the text with SHA1withRSA, in base64 (SOURCES 4.2). Waits for key generation, however long it takes. */
  sign(text: string): Promise<string>
  /** All public keys that have signed, the current one last; SubjectPublicKeyInfo in base64. */
  publicKeys(): Promise<string[]>
}

/** Timeout of a call that waits for the key, which takes a second or several to generate. */
const keyWaitMs = 20_000

/** Bounds the wait of a call: throws 503 `provider.warming` after the timeout. The work itself goes on. */
export function boundKeyWait<T>(work: Promise<T>): Promise<T> {
  return withTimeout(work, keyWaitMs, () => fail('provider.warming', { api: api.title }, { retryAfterS: 5 }))
}

const makeKeyPair = promisify(generateKeyPair)

export function createSigner(kit: ProviderKit<Tables>): Signer {
  let making: Promise<KeysTable> | undefined

  const lastKey = () =>
    kit.db.selectFrom('game_skins_keys').selectAll().orderBy('generation', 'desc').limit(1).executeTakeFirst()

  /** Generates a key. If two processes do so at once, the row stored first wins, and the other secret is removed. */
  async function makeKey(generation: number): Promise<KeysTable> {
    const started = kit.now()
    // runs on the thread pool of libuv
    const { publicKey, privateKey } = await makeKeyPair('rsa', {
      modulusLength: 4096,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    })
    const fingerprint = createHash('sha256').update(publicKey).digest('hex').slice(0, 16)
    const row = {
      generation,
      secret: `signing-key.${fingerprint}`,
      public_key: publicKey.toString('base64'),
      created_at: kit.now(),
    }
    await kit.secrets.put(row.secret, privateKey.toString('base64'))
    await kit.db
      .insertInto('game_skins_keys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const stored = await lastKey()
    if (!stored) throw new Error('a signing key that was just stored is missing')
    if (stored.secret !== row.secret) await kit.secrets.remove(row.secret)
    else kit.log.info('the key that signs textures was made', { fingerprint, tookMs: kit.now() - started })
    return stored
  }

  /** The key after `lost`, whose secret is gone; otherwise the last key. */
  async function currentKey(lost = 0): Promise<KeysTable> {
    const last = await lastKey()
    if (last && last.generation > lost) return last
    making ??= makeKey((last?.generation ?? 0) + 1).finally(() => {
      making = undefined
    })
    return making
  }

  return {
    async sign(text) {
      const data = Buffer.from(text)
      const key = await currentKey()
      const signature = await kit.secrets.sign(key.secret, data, 'sha1')
      if (signature) return signature.toString('base64')
      kit.log.warn('the secret of the key that signs textures is gone; a new key is made', { secret: key.secret })
      const next = await currentKey(key.generation)
      const signed = await kit.secrets.sign(next.secret, data, 'sha1')
      if (!signed) throw new Error('the signing key that was just stored is missing')
      return signed.toString('base64')
    },
    async publicKeys() {
      await currentKey()
      const rows = await kit.db.selectFrom('game_skins_keys').select('public_key').orderBy('generation').execute()
      return rows.map((row) => row.public_key)
    },
  }
}

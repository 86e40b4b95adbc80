// Seals text for an account: it can be handed out and sent back, but not read or changed.
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { StoredDeps } from './stored-deps.ts'

export type SealDeps = Pick<StoredDeps, 'db' | 'random'>

const version = 1
const nonceBytes = 12
const tagBytes = 16
const secretBytes = 32
/** Limit on the text in a seal. */
const largestText = 64 * 1024 * 1024

/** Base64 of: version, nonce, tag, AES-256-GCM of the compressed text. The account is bound in. */
export async function seal(deps: SealDeps, account: string, text: string): Promise<string> {
  const nonce = deps.random.bytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', await secretOf(deps, account), nonce)
  cipher.setAAD(Buffer.from(account))
  const body = Buffer.concat([cipher.update(gzipSync(text)), cipher.final()])
  return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** Opens sealed text; undefined unless it was sealed for this account. */
export async function unseal(deps: SealDeps, account: string, sealed: string): Promise<string | undefined> {
  const bytes = Buffer.from(sealed, 'base64')
  const head = 1 + nonceBytes + tagBytes
  if (bytes.length < head || bytes[0] !== version) return undefined
  const decipher = createDecipheriv('aes-256-gcm', await secretOf(deps, account), bytes.subarray(1, 1 + nonceBytes))
  decipher.setAAD(Buffer.from(account))
  decipher.setAuthTag(bytes.subarray(1 + nonceBytes, head))
  try {
    const body = Buffer.concat([decipher.update(bytes.subarray(head)), decipher.final()])
    return gunzipSync(body, { maxOutputLength: largestText }).toString('utf8')
  } catch {
    return undefined
  }
}

/** Returns the account's secret, created on first use; of two created concurrently the first is kept. */
async function secretOf({ db, random }: SealDeps, account: string): Promise<Buffer> {
  const read = () =>
    db.selectFrom('model_routing_seals').select('secret').where('account', '=', account).executeTakeFirst()
  let row = await read()
  if (!row) {
    await db
      .insertInto('model_routing_seals')
      .values({ account, secret: random.bytes(secretBytes) })
      .onConflict((conflict) => conflict.column('account').doNothing())
      .execute()
    row = await read()
  }
  if (!row) throw new Error('the secret of an account was not stored')
  return Buffer.from(row.secret)
}

// Passes: tokens that stand for a gateway key in the address of a WebSocket, for clients that send only a token of
// their provider there. The caller holds the pass, so it is authenticated, and nothing is stored here.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { reveal, type Secret } from '../../process/secret.ts'
import type { RandomBytes } from './base62.ts'

export interface Passes {
  /** Issues a pass for WebSockets of one API. Whether the key works is checked when the pass is used. */
  issue(slug: string, key: string, validMs: number): string
  /** Returns the id of the key behind a pass; undefined if the pass is wrong, expired or of another API. */
  read(slug: string, pass: string): string | undefined
}
interface PassesDeps {
  readonly clock: () => number
  readonly randomBytes: RandomBytes
  /** The authentication secret, identical in every process of the installation. */
  readonly secret: Secret
}

const form = /^gp\.([0-9a-z]{1,12})\.([A-Za-z0-9_]{1,64})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/

export function createPasses({ clock, randomBytes, secret }: PassesDeps): Passes {
  const key = createHmac('sha256', reveal(secret)).update('passes').digest()
  const seal = (parts: readonly string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest().toString('base64url')
  return {
    issue(slug, id, validMs) {
      const expires = Math.trunc(clock() + validMs).toString(36)
      const nonce = Buffer.from(randomBytes(16)).toString('base64url')
      return ['gp', expires, id, nonce, seal([slug, expires, id, nonce])].join('.')
    },
    read(slug, pass) {
      const [, expires = '', id = '', nonce = '', mac = ''] = form.exec(pass) ?? []
      if (id === '') return undefined
      // compared as text: the last character of base64 has bits that do not count
      const isOurs = timingSafeEqual(Buffer.from(mac), Buffer.from(seal([slug, expires, id, nonce])))
      return isOurs && clock() < Number.parseInt(expires, 36) ? id : undefined
    },
  }
}

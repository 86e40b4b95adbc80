// Signs what is sent to webhooks, as Standard Webhooks 1.0.0 says: `v1,` and the base64 of an HMAC-SHA256 over id, time
// and body.
import { createHmac } from 'node:crypto'
import type { RandomBytes } from '../../account/keys/base62.ts'
import { reveal, Secret } from '../../process/secret.ts'

const prefix = 'whsec_'
const secretBytes = 32

/** Makes a secret in the form that verifying libraries read. */
export function makeWebhookSecret(randomBytes: RandomBytes): Secret {
  return new Secret(prefix + Buffer.from(randomBytes(secretBytes)).toString('base64'))
}

/** Returns the headers of a message; with several secrets, a signature by each, so that a receiver may know any. */
export function signedHeaders(
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
  secrets: readonly Secret[],
): Record<string, string> {
  const seconds = Math.floor(at / 1000)
  const signed = `${id}.${seconds}.${body}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(reveal(secret).slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') }
}

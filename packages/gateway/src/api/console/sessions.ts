// Sessions of the operator in the console. A session is a signed token of 30 minutes, which any process can check and a
// new operator key invalidates. The database remembers the sessions that were signed out.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createConfirmationsRepository, type Store } from '#store'
import { reveal, type Secret } from '../../process/secret.ts'

interface Session {
  readonly token: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}
export interface Sessions {
  start(): Session
  /** Resolves with the end of the session; undefined for a token that is forged, expired or ended. */
  check(token: string): Promise<number | undefined>
  /** Ends a session in every process; any other token is ignored. */
  end(token: string): Promise<void>
}

interface SessionsDeps {
  readonly store: Pick<Store, 'db'>
  readonly adminKey: Secret
  /** The signing secret, identical in every process of the installation. */
  readonly agentSecret: Secret
  readonly clock: () => number
  readonly randomBytes: (count: number) => Buffer
}

export const sessionMs = 30 * 60_000

export function createSessions({ store, adminKey, agentSecret, clock, randomBytes }: SessionsDeps): Sessions {
  const ended = createConfirmationsRepository(store.db)
  const key = createHmac('sha256', reveal(agentSecret))
    .update(`console session ${reveal(adminKey)}`)
    .digest()
  const sign = (content: string) => createHmac('sha256', key).update(content).digest('base64url')

  /** Returns the parts of a token that was signed here and has not expired. */
  function read(token: string): { id: string; expiresAt: number } | undefined {
    const [, content = '', id = '', expiry = '', mac = ''] = form.exec(token) ?? []
    const expected = sign(content)
    if (mac.length !== expected.length || !timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return undefined
    const expiresAt = Number(expiry)
    return expiresAt > clock() ? { id: `console:${id}`, expiresAt } : undefined
  }

  return {
    start() {
      const expiresAt = clock() + sessionMs
      const content = `${randomBytes(18).toString('base64url')}.${expiresAt}`
      return { token: `${content}.${sign(content)}`, expiresAt }
    },
    async check(token) {
      const session = read(token)
      return session && !(await ended.isClaimed(session.id)) ? session.expiresAt : undefined
    },
    async end(token) {
      const session = read(token)
      if (session) await ended.claim(session.id, { expiresAt: session.expiresAt, now: clock() })
    },
  }
}

const form = /^(([\w-]{24})\.(\d{1,15}))\.([\w-]{43})$/

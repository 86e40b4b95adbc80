// Guards the operator's console sessions through a running gateway, on both databases.
import assert from 'node:assert/strict'
import { request as send } from 'node:http'
import { test } from 'node:test'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { Secret } from '../../process/secret.ts'
import { type Operated, operated } from '../admin/operator.fixture.ts'
import { createSessions, sessionMs } from './sessions.ts'

interface Answer {
  readonly status: number
  readonly cookie: string
  readonly text: string
}

/** A request with exactly these headers, which fetch would add to. */
function ask(url: string, method: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { method, headers, agent: false }, async (response) => {
      const chunks = await response.toArray()
      const cookie = response.headers['set-cookie']?.[0] ?? ''
      resolve({ status: response.statusCode ?? 0, cookie, text: Buffer.concat(chunks).toString() })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

const signIn = ({ gateway }: Operated, headers: Record<string, string> = {}) =>
  ask(`${gateway.baseUrl}/console/session`, 'POST', {
    origin: gateway.baseUrl,
    'x-gateway-admin-key': gateway.adminKey,
    ...headers,
  })
const pairOf = ({ cookie }: Answer) => cookie.split(';', 1)[0] ?? ''

await eachStore('console sessions', (database) =>
  operated(database, (at) => {
    test('the operator key is exchanged for a cookie that scripts and other sites cannot use', async () => {
      const answer = await signIn(at)
      const port = new URL(at.gateway.baseUrl).port
      assert.equal(answer.status, 200)
      assert.match(
        answer.cookie,
        new RegExp(`^gatehouse-console-${port}=[\\w.-]+; Path=/; Max-Age=1800; HttpOnly; SameSite=Strict$`),
      )
      assert.ok(!answer.cookie.includes(at.gateway.adminKey) && !answer.text.includes(at.gateway.adminKey))
    })

    test('behind HTTPS the cookie is bound to the host and to secure connections', async () => {
      const host = new URL(at.gateway.baseUrl).host
      const { cookie } = await signIn(at, { origin: `https://${host}` })
      assert.match(
        cookie,
        /^__Host-gatehouse-console=[\w.-]+; Path=\/; Max-Age=1800; HttpOnly; SameSite=Strict; Secure$/,
      )
    })

    test('a wrong key, a missing key, another page and a rebound name get no session', async () => {
      const refused = [
        [{ 'x-gateway-admin-key': 'gh_admin_wrong' }, 401, 'key.invalid'],
        [{ origin: 'http://127.0.0.1:1' }, 403, 'session.origin'],
        [{ origin: 'https://evil.example' }, 403, 'session.origin'],
        [{ origin: 'null' }, 403, 'session.origin'],
        [{ 'sec-fetch-site': 'same-site' }, 403, 'session.origin'],
        [{ host: 'rebound.example', origin: 'http://rebound.example' }, 403, 'admin.host'],
        [{ 'x-forwarded-for': '192.0.2.7' }, 403, 'admin.remote'],
      ] as const
      for (const [headers, status, code] of refused) {
        const answer = await signIn(at, headers)
        assert.deepEqual([answer.status, JSON.parse(answer.text).error.code, answer.cookie], [status, code, ''])
      }
      const { baseUrl } = at.gateway
      assert.equal((await ask(`${baseUrl}/console/session`, 'POST', { origin: baseUrl })).status, 401)
      assert.equal(
        (await ask(`${baseUrl}/console/session`, 'POST', { 'x-gateway-admin-key': at.gateway.adminKey })).status,
        403,
      )
    })

    test('a session opens the operator API for pages of this gateway only', async () => {
      const { baseUrl } = at.gateway
      const cookie = pairOf(await signIn(at))
      const own = { cookie, 'x-gateway-console': '1' }
      const status = async (method: string, headers: Record<string, string>) =>
        (await ask(`${baseUrl}/v1/admin/${method === 'GET' ? 'status' : 'vault/rotation'}`, method, headers)).status
      assert.equal(await status('GET', own), 200)
      assert.equal(await status('GET', { cookie }), 401, 'a link or a form of another page')
      assert.equal(await status('GET', { ...own, origin: 'http://127.0.0.1:1' }), 403)
      assert.equal(await status('GET', { ...own, 'sec-fetch-site': 'same-site' }), 403)
      assert.equal(await status('POST', own), 403, 'a change names its origin')
      assert.equal(await status('GET', { ...own, 'x-gateway-admin-key': 'wrong' }), 401, 'a wrong key counts more')
    })

    test('a session opens neither the self-service API nor any other', async () => {
      const cookie = pairOf(await signIn(at))
      for (const path of ['/v1/me', '/v1/proxy/dictionary/define?word=tea'])
        assert.equal(
          (await ask(`${at.gateway.baseUrl}${path}`, 'GET', { cookie, 'x-gateway-console': '1' })).status,
          401,
        )
    })

    test('signing out ends the session for whoever holds its cookie', async () => {
      const { baseUrl } = at.gateway
      const cookie = pairOf(await signIn(at))
      const use = () => ask(`${baseUrl}/v1/admin/status`, 'GET', { cookie, 'x-gateway-console': '1' })
      assert.equal((await use()).status, 200)
      const out = await ask(`${baseUrl}/console/session`, 'DELETE', { cookie, origin: baseUrl })
      assert.match(out.cookie, /=; Path=\/; Max-Age=0/)
      const after = await use()
      assert.deepEqual([after.status, JSON.parse(after.text).error.code], [401, 'session.ended'])
      const { entries } = Object((await at.admin('GET', '/audit?limit=2')).json)
      assert.deepEqual(
        entries.map((entry: { action: string }) => entry.action),
        ['console.sign-out', 'console.sign-in'],
      )
    })

    test('a session ends after 30 minutes, with another operator key, and when it is altered', async () => {
      const { components } = at.gateway
      let now = 1_800_000_000_000
      const deps = { ...components, clock: () => now }
      const sessions = createSessions(deps)
      const { token, expiresAt } = sessions.start()
      assert.equal(expiresAt, now + sessionMs)
      const other = createSessions({ ...deps, adminKey: new Secret('another operator key, just as long') })
      assert.equal(await other.check(token), undefined)
      for (const wrong of [
        '',
        'x',
        token.slice(1),
        token.replace(String(expiresAt), String(expiresAt + 1)),
        `${token.slice(0, -1)}é`,
      ])
        assert.equal(await sessions.check(wrong), undefined)
      now += sessionMs - 1
      assert.equal(await sessions.check(token), expiresAt)
      now += 1
      assert.equal(await sessions.check(token), undefined)
    })
  }),
)

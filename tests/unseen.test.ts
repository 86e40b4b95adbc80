// Guards that characters which people do not see hide nothing: not in a provider's answer that an agent reads, not in
// the names of keys and accounts, and not in names that the command line prints.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clean } from '../packages/cli/table.ts'
import { loadApis } from '../packages/gateway/src/process/load-apis.ts'
import { isSeenWhole } from '../packages/gateway/src/process/unseen.ts'
import { openGateway } from './harness/open-gateway.ts'
import { openUpstream } from './harness/upstream.ts'
import { callTool } from './mcp/agent.ts'

/** Finds such characters without the expression of the gateway, so that a gap in it is seen. */
const samples = [
  0x00, 0x1b, 0x7f, 0x85, 0x9b, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d,
  0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2064, 0x2065, 0x2066, 0x2069, 0x206f, 0x3164, 0xfe00,
  0xfe0f, 0xfeff, 0xffa0, 0xfff0, 0xfff9, 0xfffb, 0x1bca0, 0x1d173, 0x1d17a, 0xe0000, 0xe0001, 0xe0041, 0xe007f,
  0xe0100, 0xe01ef, 0xe0fff,
].map((code) => String.fromCodePoint(code))
const seen = 'Aé漢字 שלום عربي हिन्दी 😀 ①½~\u00a0'

test('no provider reaches an agent with characters that people do not see', async (t) => {
  const provider = await openUpstream(t, (request, response) => {
    const type = request.url.startsWith('/facts') ? 'image/png\u00ad' : 'application/json'
    response.writeHead(200, { 'content-type': type })
    response.end(JSON.stringify({ fact: `${seen}${samples.map((one) => `<${one}>`).join('')}`, length: 1 }))
  })
  const gateway = await openGateway(t, { apis: await loadApis(), upstreams: { 'cat-facts': provider.url } })
  const args = { operation: 'cat-facts.fact', provider: 'live' }
  const picture = await callTool(gateway, 'call_read', { ...args, operation: 'cat-facts.facts' }, { key: gateway.key })
  assert.match(picture.content[0].text, /bytes of image\/png\. Fetch/)
  for (const more of [{}, { fields: ['fact'] }, { maxChars: 200 }]) {
    const { content } = await callTool(gateway, 'call_read', { ...args, ...more }, { key: gateway.key })
    const texts: string[] = content.map(({ text }: { text: string }) => text)
    const handle = /handle (\S+)\.$/.exec(String(texts[0]))?.[1]
    if (handle !== undefined)
      for (const pointer of [{}, { pointer: '/fact' }]) {
        const rest = await callTool(gateway, 'read_result', { handle, ...pointer }, { key: gateway.key })
        texts.push(...rest.content.map(({ text }: { text: string }) => text))
      }
    for (const text of texts) assert.ok(isSeenWhole(text.replace(/[\t\n\r]/g, '')), JSON.stringify(text))
    assert.ok(texts.some((text) => text.includes(seen)))
  }
})

test('a key or an account is not named with characters that people do not see, or with half of one', async (t) => {
  const gateway = await openGateway(t, { apis: [] })
  const post = async (path: string, body: object, headers: Record<string, string>) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    const response = await fetch(gateway.baseUrl + path, init)
    return { status: response.status, text: await response.text() }
  }
  const operator = { 'x-gateway-admin-key': gateway.adminKey }
  const ways = [
    (name: string) => post('/v1/admin/accounts', { name, plan: 'free' }, operator),
    (name: string) => post('/v1/admin/keys', { account: gateway.demoAccountId, surface: 'hosted', name }, operator),
    (name: string) => post('/v1/me/keys', { surface: 'hosted', name }, { 'x-gateway-key': gateway.key }),
  ]
  for (const name of ways) {
    for (const character of [...samples, '\ud800', '\udc00']) {
      const { status, text } = await name(`a${character}b`)
      assert.equal(status, 400, `${character.codePointAt(0)?.toString(16)} ${text}`)
      assert.match(text, /other characters that are not seen, or halves of characters/)
    }
    assert.equal((await name(seen.slice(0, 30))).status, 201)
  }
})

test('the command line prints names without exactly the characters that names may not have', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code)
    if (!character.isWellFormed()) continue
    const isPrinted = clean(`a${character}b`) === `a${character}b`
    if (isPrinted !== isSeenWhole(character)) assert.fail(code.toString(16))
  }
})

test('the characters are those that Unicode gives no width or a direction', () => {
  for (const character of samples) assert.equal(isSeenWhole(character), false, `${character.codePointAt(0)}`)
  assert.equal(isSeenWhole(seen), true)
})

// Outbound rule 4: the injected key is masked in an answer that echoes it, in headers and body and in any form.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'
import zlib from 'node:zlib'
import { openProxy } from '../harness/proxy.ts'
import { type KeyedSlug, providerKeys } from '../harness/proxy-apis.ts'
import { sendJson } from '../harness/upstream.ts'

const proxy = await openProxy({ after })
const slugs = Object.keys(providerKeys) as KeyedSlug[]

/** The ways in which a provider could echo a key. */
const forms: Readonly<Record<string, (key: string) => string>> = {
  unchanged: (key) => key,
  'after its prefix': (key) => `Bearer ${key}`,
  'percent-encoded': (key) => encodeURIComponent(key),
  'percent-encoded in lower case': (key) => encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase()),
  'percent-encoded strictly': (key) =>
    key.replace(
      /[^A-Za-z0-9._~-]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    ),
  'percent-encoded loosely': (key) => encodeURI(key),
  'form-encoded': (key) => new URLSearchParams({ key }).toString(),
  'JSON-escaped': (key) => JSON.stringify(key),
  'JSON-escaped with slashes': (key) => JSON.stringify(key).replaceAll('/', '\\/'),
  'JSON-escaped for a page': (key) =>
    JSON.stringify(key).replace(/[&<>'+]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`),
  'JSON-escaped for a page in upper case': (key) =>
    JSON.stringify(key).replace(
      /[&<>'+]/g,
      (character) => `\\u00${character.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
  'percent-encoded throughout': (key) => Buffer.from(key).toString('hex').replace(/../g, '%$&'),
  'in JSON escapes': (key) => [...key].map((character) => `\\u00${character.charCodeAt(0).toString(16)}`).join(''),
  'in HTML entities': (key) => [...key].map((character) => `&#${character.charCodeAt(0)};`).join(''),
  'in hexadecimal HTML entities': (key) =>
    [...key].map((character) => `&#X${character.charCodeAt(0).toString(16)};`).join(''),
  'in HTML': (key) => key.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  'in hex': (key) => Buffer.from(key).toString('hex'),
  'in upper case': (key) => key.toUpperCase(),
  'in lower case': (key) => key.toLowerCase(),
  base64: (key) => Buffer.from(key).toString('base64'),
  'base64 one byte in': (key) => Buffer.from(`u${key}`).toString('base64'),
  'base64 two bytes in': (key) => Buffer.from(`u:${key}`).toString('base64'),
  'base64 between others': (key) => Buffer.from(`user:${key}:more`).toString('base64'),
  'base64 for addresses': (key) => Buffer.from(`~~~${key}???`).toString('base64url'),
}

/** Asserts that the string contains no substantial part of any form of the key. */
function assertHidden(text: string, key: string): void {
  const unescaped = safely(() => decodeURIComponent(text))
  const shown = [text, unescaped, safely(() => readForm(text)), ...base64Parts(text), ...hexParts(text), readHtml(text)]
  for (const one of shown) {
    const plain = one.replace(/\\u00([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    for (const read of [one, plain, plain.replaceAll('\\/', '/').replaceAll('\\"', '"').replaceAll('\\\\', '\\')])
      assert.ok(!read.toLowerCase().includes(key.toLowerCase()), `the key is in ${text}`)
  }
}

function readForm(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

function safely(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

function readHtml(text: string): string {
  const numbered = text
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#([0-9]+);/g, (_, decimal: string) => String.fromCodePoint(Number(decimal)))
  return numbered.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

function hexParts(text: string): string[] {
  return [...text.matchAll(/(?:[0-9a-f]{2}){6,}/g)].map(([part]) => Buffer.from(part, 'hex').toString('latin1'))
}

function base64Parts(text: string): string[] {
  return [...text.matchAll(/[\w+/-]{8,}={0,2}/g)].map(([part]) => Buffer.from(part, 'base64').toString('latin1'))
}

test('these tests detect every form of a key that is not masked', () => {
  for (const key of Object.values(providerKeys))
    for (const [form, write] of Object.entries(forms)) assert.throws(() => assertHidden(`"${write(key)}"`, key), form)
})

for (const slug of slugs) {
  const key = providerKeys[slug]
  for (const [form, write] of Object.entries(forms)) {
    test(`${slug}: the key ${form} is masked in body and headers, and the length stays`, async () => {
      const echo = write(key)
      proxy.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain', 'x-echo': echo, link: `<https://x.test/?k=${echo}>` })
        response.end(`before ${echo} after`)
      }
      const response = await proxy.call(`/${slug}/things`)
      const text = await response.text()
      assertHidden(text, key)
      assert.equal(text.length, `before ${echo} after`.length)
      assert.match(text, /^before .*\*{6,}.* after$/)
      assertHidden(response.headers.get('x-echo') ?? '', key)
      assertHidden(response.headers.get('link') ?? '', key)
      assert.match(response.headers.get('x-echo') ?? '', /\*{6,}/)
    })
  }
}

test('only the key that was sent to the provider is masked: the same string from a caller without it passes', async () => {
  proxy.answer = (_request, response) => void response.end(`echo ${providerKeys.bearer}`)
  assert.equal(await (await proxy.call('/plain/things')).text(), `echo ${providerKeys.bearer}`)
  assert.ok(!(await (await proxy.call('/bearer/things')).text()).includes(providerKeys.bearer))
})

test('a key that is split between two chunks at any byte is masked', async () => {
  const key = providerKeys.bearer
  for (const echo of [key, encodeURIComponent(key), Buffer.from(`x${key}`).toString('base64')]) {
    for (let at = 1; at < echo.length; at++) {
      proxy.answer = async (_request, response) => {
        response.write(`[${echo.slice(0, at)}`)
        await tick()
        await tick()
        response.end(`${echo.slice(at)}]`)
      }
      const text = await (await proxy.call('/bearer/things')).text()
      assertHidden(text, key)
      assert.match(text, /\*{6,}/)
      assert.equal(text.length, echo.length + 2)
    }
  }
})

test('a key sent byte by byte is masked', async () => {
  const key = providerKeys.bare
  proxy.answer = async (_request, response) => {
    for (const byte of `<${key}${key}>`) {
      response.write(byte)
      await tick()
    }
    response.end()
  }
  const text = await (await proxy.call('/bare/things')).text()
  assert.equal(text, `<${'*'.repeat(2 * key.length)}>`)
})

const encoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: zlib.gzipSync,
  'x-gzip': zlib.gzipSync,
  deflate: zlib.deflateSync,
  br: zlib.brotliCompressSync,
  zstd: zlib.zstdCompressSync,
}
for (const [encoding, encode] of Object.entries(encoders)) {
  test(`a key in an answer encoded in ${encoding} is masked, though no encoding was accepted`, async () => {
    const key = providerKeys.bearer
    proxy.answer = (_request, response) => {
      const bytes = encode(Buffer.from(`before ${key} after`))
      response.writeHead(200, {
        'content-encoding': encoding.toUpperCase(),
        'content-length': bytes.length,
        etag: '"x"',
      })
      response.end(bytes)
    }
    const response = await proxy.call('/bearer/things', { headers: { 'accept-encoding': 'gzip, br, zstd' } })
    assert.equal(await response.text(), `before ${'*'.repeat(key.length)} after`)
    assert.equal(response.headers.get('content-encoding'), null)
    assert.equal(response.headers.get('etag'), null, 'the tag of other bytes')
    assert.equal(proxy.last().headers['accept-encoding'], 'identity')
  })
}

for (const encoding of ['compress', 'gzip, br', 'gzip, gzip', 'unknown']) {
  test(`an answer encoded in ${encoding}, which cannot be read, does not pass`, async () => {
    proxy.answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding })
      response.end(zlib.gzipSync(zlib.gzipSync(providerKeys.bearer)))
    }
    const response = await proxy.call('/bearer/things')
    assert.equal(response.status, 502)
    assert.match(await response.text(), /upstream\.invalid/)
  })
}

test('a key cannot be fetched in ranges: they are not passed on where responses are searched', async () => {
  proxy.answer = (_request, response) => void response.end('x')
  for (const slug of ['bearer', 'wrapped']) {
    await proxy.call(`/${slug}/things`, { headers: { range: 'bytes=0-5', 'if-range': '"a"' } })
    assert.equal(proxy.last().headers.range, undefined)
    assert.equal(proxy.last().headers['if-range'], undefined)
  }
})

test('a key in an error, in an event stream and under an envelope is masked', async () => {
  const key = providerKeys.wrapped
  proxy.answer = (_request, response) => sendJson(response, { message: `no ${key}` }, { status: 403 })
  const refused = await (await proxy.call('/wrapped/things')).text()
  assertHidden(refused, key)
  proxy.answer = (_request, response) => sendJson(response, { echo: key, [key]: 1 })
  const wrapped = await (await proxy.call('/wrapped/things')).text()
  assertHidden(wrapped, key)
  assert.ok('data' in JSON.parse(wrapped))
  proxy.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`data: ${key}\n\ndata: ${JSON.stringify(key)}\n\n`)
  }
  const events = await (await proxy.call('/wrapped/things')).text()
  assertHidden(events, key)
})

test('a key in a redirect is masked', async () => {
  proxy.answer = (request, response) => void response.writeHead(302, { location: `https://x.test${request.url}` }).end()
  const response = await proxy.call('/asked/things')
  assert.equal(response.status, 302)
  assert.match(response.headers.get('x-upstream-location') ?? '', /^https:\/\/x\.test\/things\?api_key=\*+$/)
})

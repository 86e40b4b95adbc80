// Golden files: each `golden/*.golden` is one call as it is on the wire, in sections between dashed lines: what the
// caller sends · what the provider must receive · what the provider answers (optional) · what the caller must get. A
// new case is a new file. `UPDATE_GOLDEN=1 node --test tests/golden.test.ts` writes the second and the last part;
// review them. `{key}` is the account's gateway key, `{length}` the length of the body, `…` a value that differs
// between calls.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { openProxy } from './harness/proxy.ts'
import { openRawUpstream, type RawMessage } from './harness/raw-http.ts'

const folder = new URL('./golden/', import.meta.url)
const dashes = '\n----------\n'
const plainAnswer = 'HTTP/1.1 200 OK\ncontent-type: application/json\ncontent-length: {length}\n\n{"ok":true}'
const nothing = '(nothing)'
const update = process.env.UPDATE_GOLDEN === '1'

interface Case {
  /** Lines that begin with `#`: what the case demonstrates. */
  readonly title: string
  readonly sends: string
  readonly receives: string
  readonly answers: string | undefined
  readonly gets: string
}

let answering = plainAnswer
const provider = await openRawUpstream({ after }, (_request, socket) => void socket.write(bytesOf(answering)))
const proxy = await openProxy({ after }, { base: provider.url })

function readCase(text: string): Case {
  const title = /^(?:#.*\n)*/.exec(text)?.[0] ?? ''
  const parts = text.slice(title.length).replace(/\n$/, '').split(dashes)
  const [sends = '', receives = '', ...rest] = parts
  assert.ok(parts.length === 3 || parts.length === 4 || update, 'a golden file has three or four parts')
  return { title, sends, receives, answers: rest.length > 1 ? rest[0] : undefined, gets: rest.at(-1) ?? '' }
}

function writeCase({ title, sends, receives, answers, gets }: Case): string {
  return `${title}${[sends, receives, ...(answers === undefined ? [] : [answers]), gets].join(dashes)}\n`
}

/** The bytes of a message as written in a file, with CRLF, its length, and one chunk where the head says chunked. */
function bytesOf(written: string): Buffer {
  const end = written.indexOf('\n\n')
  const body = Buffer.from(end < 0 ? '' : written.slice(end + 2))
  const head = (end < 0 ? written : written.slice(0, end))
    .replaceAll('{key}', proxy.key)
    .replaceAll('{length}', String(body.length))
    .replaceAll('{provider}', new URL(provider.url).host)
    .replaceAll('\n', '\r\n')
  const isChunked = /^transfer-encoding: chunked\r?$/im.test(head)
  const chunk = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')])
  const framed = isChunked ? Buffer.concat([...(body.length > 0 ? [chunk] : []), Buffer.from('0\r\n\r\n')]) : body
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), framed])
}

/** A message as in a file: values that differ between calls are replaced. */
function written(message: RawMessage): string {
  const fields = message.headers.map(([name, value]) => `${name}: ${isVolatile(name, value) ? '…' : value}`)
  const body = message.body.length > 0 ? `\n\n${message.body}` : ''
  return [message.start, ...fields]
    .join('\n')
    .concat(body)
    .replaceAll(new URL(provider.url).host, '{provider}')
    .replaceAll(new URL(proxy.gateway.baseUrl).host, '{gateway}')
    .replaceAll(proxy.key, '{key}')
    .replace(/"requestId":"req_\w+"/, '"requestId":"…"')
}

const volatile = /^(?:date|x-gateway-hop|server-timing|ratelimit|x-ratelimit-remaining-(?:minute|day))$/i
function isVolatile(name: string, value: string): boolean {
  return volatile.test(name) || (name === 'x-request-id' && value.startsWith('req_'))
}

const names = readdirSync(folder).filter((name) => name.endsWith('.golden'))

test('there are golden files, at least twenty', () => {
  assert.ok(names.length >= 20)
})

for (const name of names) {
  const file = new URL(name, folder)
  const text = readFileSync(file, 'utf8')
  const expected = readCase(text)
  const title = expected.title.replace(/^# ?/gm, '').trim().replaceAll('\n', ' ')
  test(`${name.replace('.golden', '').replaceAll('-', ' ')}: ${title}`, async (t) => {
    const before = provider.requests.length
    answering = expected.answers ?? plainAnswer
    const answer = await proxy.raw(t, bytesOf(expected.sends))
    const received = provider.requests.slice(before)
    assert.ok(received.length <= 1, 'the provider was called at most once')
    const [request] = received
    const actual = { ...expected, receives: request ? written(request) : nothing, gets: written(answer) }
    if (update) writeFileSync(file, writeCase(actual))
    else assert.equal(writeCase(actual), text)
  })
}

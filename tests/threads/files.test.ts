// Files of any length reach whatever thread their operation runs on, whole.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '#define'
import type { Example } from '#define/reflect'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { type EveryEndpoint, everyEndpoint, exampleCall } from '../harness/every-endpoint.ts'
import { openGateway } from '../harness/open-gateway.ts'

/** Beside the lengths between which the gateway changes from memory to disk, and from one message to a stream. */
const sizes = [0, 1, 256 * 1024, 1024 * 1024 + 1]
const contentOf = (size: number) => Buffer.alloc(size, 'The quick brown fox jumps over the lazy dog. ')

test('files arrive with the bytes that were sent, on the thread of a provider and in a task', async (t) => {
  const apis = await loadApis(fileURLToPath(new URL('./apis/', import.meta.url)))
  const gateway = await openGateway(t, { apis })
  for (const address of ['hostile/hashes', 'tasked/files']) {
    const form = new FormData()
    for (const size of sizes) form.append('files', new Blob([contentOf(size)]), `${size}`)
    form.append('one', new Blob([contentOf(300_000)]), '300000')
    const response = await gateway.call(`/v1/proxy/${address}`, { method: 'POST', body: form })
    const expected = [...sizes, 300_000].map((size) => {
      const sum = hash('sha256', contentOf(size))
      return [`${size}`, size, sum, sum]
    })
    assert.deepEqual(await response.json(), expected, address)
  }
})

const loaded = await loadApis()

test('every operation that takes files answers for files of any length, and never with a failure of the gateway', async (t) => {
  const gateway = await openGateway(t, { apis: loaded })
  const taking = everyEndpoint(loaded, 'hosted').filter(({ provider, endpoint }) => provider && takesFiles(endpoint))
  assert.ok(taking.length > 10, `${taking.length} operations`)
  for (const entry of taking)
    for (const size of sizes)
      for (const { what, contentType, body } of bodiesOf(entry, size)) {
        const { path } = exampleCall(entry)
        const headers = { 'x-gateway-provider': 'embedded', ...(contentType ? { 'content-type': contentType } : {}) }
        const response = await gateway.call(path, { method: entry.endpoint.method, headers, body })
        const text = await response.text()
        const isExpected = response.status < 500 || response.status === 501
        assert.ok(isExpected, `${entry.title}, ${what} of ${size} bytes: ${response.status} ${text.slice(0, 300)}`)
      }
  assert.deepEqual(
    gateway.logged.filter((line) => line.includes('internal.bug')),
    [],
  )
})

test('speech of more than 256 KiB is transcribed', async (t) => {
  const gateway = await openGateway(t, {
    apis: loaded.filter(({ api }) => api.slug === 'model-routing'),
  })
  const base = '/v1/proxy/model-routing/v1/audio'
  const input = 'The harbour lights went out one by one, and the boats came home. '.repeat(3).trim()
  const spoken = await gateway.call(`${base}/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gatehouse/speak-1', voice: 'alloy', input, response_format: 'wav' }),
  })
  const sound = await spoken.arrayBuffer()
  assert.ok(sound.byteLength > 256 * 1024, `${sound.byteLength} bytes`)
  for (const operation of ['transcriptions', 'translations']) {
    const form = new FormData()
    form.append('model', 'gatehouse/listen-1')
    form.append('file', new Blob([sound]), 'a.wav')
    const heard = await gateway.call(`${base}/${operation}`, { method: 'POST', body: form })
    assert.equal(Object(await heard.json()).text, input, operation)
  }
})

const takesFiles = ({ body }: Endpoint): boolean =>
  body !== undefined && (body.kinds.includes('multipart') || body.kinds.includes('binary'))

function* bodiesOf({ endpoint, example }: EveryEndpoint, size: number) {
  const { kinds = [] } = endpoint.body ?? {}
  const content = contentOf(size)
  if (kinds.includes('binary')) yield { what: 'a body', contentType: 'application/octet-stream', body: content }
  if (!kinds.includes('multipart')) return
  const form = new FormData()
  const files = fileFields(endpoint, example)
  for (const name of files) form.append(name, new Blob([content]), `${name}.txt`)
  for (const [name, value] of Object.entries(Object(example.body)))
    if (!files.has(name)) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  yield { what: 'files', contentType: undefined, body: form }
}

/** Files that are declared, those of the example, and one where any body is taken. */
function fileFields({ body }: Endpoint, example: Example): ReadonlySet<string> {
  const isFile = (shape: unknown) => Object(shape).format === 'binary'
  const declared = Object.entries(body?.fields ?? {}).filter(
    ([, shape]) => isFile(shape) || isFile(Object(shape).items),
  )
  const shown = Object.entries(Object(example.body)).filter(([, value]) => typeof Object(value).base64 === 'string')
  const names = [...declared, ...shown].map(([name]) => name)
  return new Set(names.length > 0 ? names : ['file'])
}

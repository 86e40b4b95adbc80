// Work that goes on after its call and costs the provider its thread: it has failed, and is never begun again.
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { recording } from '../../apis/translation/test/jobs-world.ts'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { until } from '../harness/until.ts'
import type { Cleanup } from '../harness/upstream.ts'

const base = '/v1/proxy/translation'
const minute = 61_000

async function open(t: Cleanup) {
  let passedMs = 0
  const gateway = await openGateway(t, {
    apis: await loadApis(fileURLToPath(new URL('./held-apis/', import.meta.url)), 'translation'),
    threadLimits: { longestSliceMs: 3000, firstPauseMs: 0 },
    platform: { clock: () => Date.now() + passedMs },
  })
  const { accountId, keyId, key } = await gateway.account()
  const held = join(gateway.dataDir, 'cache', `held-${keyId}`)
  t.after(() => rmSync(held, { force: true }))
  const ask = async (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
    const headers = new Headers({ 'x-gateway-provider': 'embedded', ...init.headers })
    const response = await gateway.call(path.startsWith(base) ? path : base + path, { key, ...init, headers })
    return { status: response.status, body: JSON.parse((await response.text()) || '{}') }
  }
  return {
    gateway,
    accountId,
    ask,
    post: (path: string, body: unknown) =>
      ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    hold: (passing: number) => writeFileSync(held, `${passing}`),
    pass: () => {
      passedMs += minute
    },
  }
}

async function lostThreads(gateway: OpenGateway): Promise<number> {
  const metrics = await (await gateway.call('/metrics')).text()
  return Number(/gatehouse_threads_lost_total\{thread="translation"\} (\d+)/.exec(metrics)?.[1] ?? 0)
}

test('a document that costs a thread fails at its first attempt, and every later question is answered', async (t) => {
  const { gateway, accountId, ask, post, hold, pass } = await open(t)
  await ask('/v2/usage')
  const form = new FormData()
  form.append('target_lang', 'DE')
  form.append('source_lang', 'EN')
  form.append('file', new Blob(['Hello.\n'.repeat(25_000)]), 'a.txt')
  hold(0)
  const { document_id, document_key } = (await ask('/v2/document', { method: 'POST', body: form })).body
  const state = () => post(`/v2/document/${document_id}`, { document_key })
  // asked of the thread that the document holds, answered by the next
  assert.equal((await state()).body.status, 'translating')
  assert.equal(await lostThreads(gateway), 1)
  assert.ok(gateway.logged.some((line) => line.includes('event loop was blocked') && line.includes(accountId)))
  pass()
  await until(async () => (await state()).body.status === 'error', 'the failure')
  pass()
  const { status, body } = await state()
  assert.deepEqual([status, body.status], [200, 'error'])
  assert.match(body.error_message, /interrupted.*does not try again/)
  assert.equal(await lostThreads(gateway), 1)
})

test('a voice job that costs a thread fails at its first attempt', async (t) => {
  const { gateway, ask, post, hold, pass } = await open(t)
  await ask('/v2/usage')
  const source_file = { name: 'a.wav', content_type: 'audio/wav', content_length: recording.length }
  const targets = [{ language: 'de', type: 'text/plain' }]
  const job = (await post('/v1/jobs/voice/translate', { source_file, targets })).body
  const { pathname } = new URL(job.upload_url)
  // the signature of the address is checked, too
  hold(1)
  const headers = { authorization: `DeepL-Signature ${job.signature}` }
  await ask(pathname, { method: 'PUT', headers, body: new Uint8Array(recording) }).catch(() => undefined)
  const result = async () => (await ask(`/v1/jobs/voice/translate/${job.job_id}`)).body.results[0]
  assert.equal((await result()).status, 'processing')
  pass()
  await until(async () => (await result()).status === 'failed', 'the failure')
  assert.match((await result()).error.message, /does not try again/)
  assert.equal(await lostThreads(gateway), 1)
})

// What happens to documents and voice jobs when the key that pays for them may not call any more.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { until } from '../../tests/harness/until.ts'
import { createPayingKeys } from './provider/paying-key.ts'
import type { Speaker } from './provider/voice/speech.ts'
import { openJobsWorld, recording } from './test/jobs-world.ts'
import { openWorld } from './test/world.ts'

const checkMs = 5000

test('work ends with its key, at its beginning or within five seconds, and with the signal of its caller', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let works = async () => true
  const keys = createPayingKeys({ keyWorks: () => works() })
  const neverAborted = new AbortController().signal
  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('what the work makes of it')))
    })
  assert.equal(await keys.during('key_a', neverAborted, async () => 'done'), 'done')
  const work = keys.during('key_a', neverAborted, untilAborted)
  await new Promise((resolve) => setImmediate(resolve))
  // what cannot be asked ends nothing
  works = () => Promise.reject(new Error('no database'))
  t.mock.timers.tick(checkMs)
  await new Promise((resolve) => setImmediate(resolve))
  works = async () => false
  t.mock.timers.tick(checkMs)
  await assert.rejects(work, { status: 403 })
  await assert.rejects(
    keys.during('key_a', neverAborted, async () => 'done'),
    { status: 403 },
  )
  assert.equal(await keys.during('', neverAborted, async () => 'of the operator'), 'of the operator')
  works = async () => true
  const leaving = new AbortController()
  const left = keys.during('key_a', leaving.signal, untilAborted)
  await new Promise((resolve) => setImmediate(resolve))
  leaving.abort()
  await assert.rejects(left, /what the work makes of it/)
})

async function openDocument(t: TestContext) {
  const revoked = new Set<string>()
  const world = await openWorld({ kit: { keyWorks: async (key) => !revoked.has(key) } })
  t.after(() => world.close())
  return {
    revoked,
    async upload(text: string) {
      const bytes = Buffer.from(text)
      const file = { fileName: 'a.txt', contentType: 'text/plain', bytes, blob: new Blob([bytes]) }
      const { body } = await world.post('/v2/document', { file, source_lang: 'EN', target_lang: 'DE' })
      return async () =>
        (await world.post(`/v2/document/${body.document_id}`, { document_key: body.document_key })).body
    },
    used: async () => (await world.ask('/v2/usage')).body.character_count,
  }
}

test('a document of a key that is revoked before its turn fails, and is not billed', async (t) => {
  const { upload, revoked, used } = await openDocument(t)
  revoked.add('key_test')
  const state = await upload('The cat sleeps.')
  assert.match(JSON.stringify(await state()), /"error".*may not be used any more/)
  assert.equal(await used(), 0)
})

test('a document that is being translated ends when its key is revoked', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { upload, revoked, used } = await openDocument(t)
  const state = await upload('The cat sleeps.\n'.repeat(40_000))
  await until(async () => (await state()).status === 'translating', 'the translation')
  revoked.add('key_test')
  t.mock.timers.tick(checkMs)
  await until(async () => (await state()).status === 'error', 'the end')
  assert.match(String((await state()).message), /may not be used any more/)
  assert.equal(await used(), 0)
})

test('a voice job under way ends when its key is revoked', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let isSpeaking = false
  const speaker: Speaker = {
    label: 'slow voice',
    languages: ['en'],
    speak: (_text, signal) =>
      new Promise((_resolve, reject) => {
        isSpeaking = true
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  }
  const world = await openJobsWorld({ speaker })
  t.after(() => world.close())
  const target = { language: 'en-GB', type: 'audio/pcm;encoding=s16le;rate=16000' }
  const job = (await world.begin('acc_a', { target })).body
  assert.equal((await world.send(job, piecesOf(recording))).status, 204)
  await until(() => isSpeaking, 'the voice')
  world.revoked.add('key_a')
  t.mock.timers.tick(checkMs)
  await until(async () => (await world.result(job, 'acc_a', 'key_b')).status === 'failed', 'the end')
  assert.match(JSON.stringify(await world.result(job, 'acc_a', 'key_b')), /may not be used any more/)
})

test('signed addresses end with the key that they were given to; another key of the account gets its own', async (t) => {
  const world = await openJobsWorld()
  t.after(() => world.close())
  const [done, unsent] = [(await world.begin('acc_a')).body, (await world.begin('acc_a')).body]
  await world.send(done, piecesOf(recording))
  await until(async () => (await world.result(done, 'acc_a')).status === 'complete', 'the job')
  const given = await world.result(done, 'acc_a')
  world.revoked.add('key_a')
  assert.equal((await world.send(unsent, piecesOf(recording))).status, 403)
  const refused = await world.fetched(given)
  assert.deepEqual([refused.status, /may not be used/.test(JSON.stringify(refused.body))], [403, true])
  const other = await world.fetched(await world.result(done, 'acc_a', 'key_b'))
  assert.equal(other.status, 200)
  let text = ''
  for await (const chunk of other.body) text += chunk
  assert.equal(text, 'die Katze schläft\n')
})

test('addresses of memory files end with the key that asked for them; another key of the account gets its own', async (t) => {
  const revoked = new Set<string>()
  const world = await openWorld({ kit: { keyWorks: async (key) => !revoked.has(key) } })
  t.after(() => world.close())
  const tmx =
    '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>a</seg></tuv>' +
    '<tuv xml:lang="de"><seg>b</seg></tuv></tu></body></tmx>'
  const pathOf = (address: unknown) => new URL(String(address)).pathname.replace('/v1/proxy/translation', '')
  const memories = '/v3/translation_memories'
  const send = async (upload: unknown) =>
    world.ask(pathOf(upload), { method: 'PUT', account: '', key: '', body: piecesOf(Buffer.from(tmx)) })
  const begin = async (key: string) => {
    const source_file = { file_name: 'a.tmx', content_length: tmx.length }
    return (await world.ask(`${memories}/import`, { method: 'POST', key, body: { source_file } })).body.upload_url
  }
  const sent = await send(await begin('key_a'))
  const unsent = await begin('key_a')
  const exported = async (key: string) => {
    const path = `${memories}/${sent.body.translation_memory_id}/export`
    const { job_id } = (await world.ask(path, { method: 'POST', key })).body
    const { body } = await world.ask(`${memories}/jobs/${job_id}`, { key })
    return world.ask(pathOf(Object(body).results[0].download_url), { account: '', key: '' })
  }
  assert.equal((await exported('key_a')).status, 200)
  revoked.add('key_a')
  assert.deepEqual([(await send(unsent)).status, (await exported('key_a')).status], [403, 403])
  assert.equal((await exported('key_b')).status, 200)
})

async function* piecesOf(bytes: Buffer) {
  yield bytes
}

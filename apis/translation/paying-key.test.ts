// What happens to documents and voice jobs when the key that pays for them may not call any more.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { until } from '../../tests/until.ts'
import { createPayingKeys } from './provider/paying-key.ts'
import type { Speaker } from './provider/voice/speech.ts'
import { openJobsWorld, recording } from './test/jobs-world.ts'
import { openWorld } from './test/world.ts'

const checkMs = 5000
async function* wholeRecording() {
  yield recording
}

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
  assert.equal((await world.send(job, wholeRecording())).status, 204)
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
  await world.send(done, wholeRecording())
  await until(async () => (await world.result(done, 'acc_a')).status === 'complete', 'the job')
  const given = await world.result(done, 'acc_a')
  world.revoked.add('key_a')
  assert.equal((await world.send(unsent, wholeRecording())).status, 403)
  const refused = await world.fetched(given)
  assert.deepEqual([refused.status, /may not be used/.test(JSON.stringify(refused.body))], [403, true])
  const other = await world.fetched(await world.result(done, 'acc_a', 'key_b'))
  assert.equal(other.status, 200)
  let text = ''
  for await (const chunk of other.body) text += chunk
  assert.equal(text, 'die Katze schläft\n')
})

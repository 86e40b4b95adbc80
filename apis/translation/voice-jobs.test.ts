// Voice jobs on each database, with an engine that hears what the test says and a voice that says the lengths of texts.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSeededRandom, openWorld as open } from '#provider/test'
import { eachStore } from '../../tests/harness/services.ts'
import { until } from '../../tests/harness/until.ts'
import api from './api.ts'
import { openTranslation } from './provider/open.ts'
import { readSignature, sign } from './provider/voice/signatures.ts'
import type { Heard, Speaker } from './provider/voice/speech.ts'
import { plainTranscript, subtitles } from './provider/voice/transcripts.ts'
import { readWave, samplesOf, waveIn } from './provider/voice/wave.ts'
import provider from './provider.ts'
import { audioFile, codecs, decoded, flacHeadAt, silentFlacFrame } from './test/audio-codecs.ts'
import { scriptedSpeech } from './test/scripted-speech.ts'

const speech = scriptedSpeech()
const speaker: Speaker = {
  label: 'scripted voice',
  languages: ['en'],
  speak: async (text) => Buffer.alloc(text.length * 2, 1),
}
const heard = (text: string, startMs: number, endMs: number): Heard => ({ text, startMs, endMs, isFinal: true })

interface WaveFields {
  readonly kind?: number
  readonly channels?: number
  readonly rate?: number
  readonly bits?: number
  readonly length?: number
}
function wave(samples: Buffer, { kind = 1, channels = 1, rate = 16_000, bits = 16, length }: WaveFields = {}): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(kind, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt16LE(bits, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(length ?? samples.length, 40)
  return Buffer.concat([head, samples])
}
const recording = wave(Buffer.alloc(64_000))
async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000)
}

let worlds = 0
async function openJobs(
  options: Parameters<typeof open>[2] = {},
  engines = { hearing: [speech], speaking: [speaker] },
  ffmpeg = false,
) {
  const config = { apertium: false, pocketsphinx: false, flite: false, ffmpeg }
  const scripted = {
    ...provider,
    open: async (kit: Parameters<typeof openTranslation>[0]) => openTranslation({ ...kit, config }, engines),
  }
  const world = await open(api, scripted, {
    ...options,
    kit: { random: createSeededRandom(900 + worlds++), config, ...options?.kit },
  })
  const pathOf = (address: unknown) => {
    const { pathname, search } = new URL(String(address))
    return pathname.replace('/v1/proxy/translation', '') + search
  }
  const jobs = '/v1/jobs/voice/translate'
  return {
    ...world,
    pathOf,
    async begin(fields: object = {}, { account = 'acc_jobs', query = '' } = {}) {
      const body = {
        source_file: { name: 'a.wav', content_type: 'audio/wav', content_length: recording.length },
        targets: [{ language: 'de', type: 'text/plain' }],
        ...fields,
      }
      return world.ask(jobs + query, { method: 'POST', body, account })
    },
    send: (address: unknown, signature: unknown, bytes = recording) =>
      world.ask(pathOf(address), {
        ...{ method: 'PUT', body: inPieces(bytes), account: '' },
        headers: { authorization: `DeepL-Signature ${signature}` },
      }),
    state: async (id: unknown, { account = 'acc_jobs', query = '' } = {}) =>
      world.ask(`${jobs}/${id}${query}`, { account }),
    fetched: (address: unknown, signature: unknown) =>
      world.ask<AsyncIterable<Buffer>>(pathOf(address), {
        account: '',
        headers: { authorization: `deepl-signature ${signature}` },
      }),
    async results(id: unknown, query = '') {
      let results: Record<string, unknown>[] = []
      await until(
        async () => {
          const { body } = await world.ask(`${jobs}/${id}${query}`, { account: 'acc_jobs' })
          results = Object(body).results
          const isOver = !readdirSync(world.kit.cacheFolder).includes(`translation-voice-${id}.wav`)
          return isOver && results.every(({ status }) => ['complete', 'failed', 'downloaded'].includes(String(status)))
        },
        'the job',
        60_000,
      )
      return results
    },
  }
}
async function bytesOf(body: AsyncIterable<Buffer> | Buffer): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

await eachStore('voice jobs', (database) => {
  const openOn = () => openJobs({ database: database.store, migrated: true })
  test('the tables are made', async () => {
    await openJobs({ database: database.store })
  })

  test('a file is heard and translated for each target, results are fetched once, and then the job is gone', async () => {
    const world = await openOn()
    speech.script = [heard('the cat sleeps', 100, 900), heard('the dog sleeps', 61_000, 3_723_004)]
    const begun = await world.begin({
      parameters: { source_language: 'EN' },
      targets: [
        { language: 'de', type: 'text/plain' },
        { language: 'fr', type: 'application/x-subrip' },
        { language: 'en-GB', type: 'audio/pcm;encoding=s16le;rate=16000' },
      ],
    })
    assert.deepEqual(
      [begun.status, begun.headers['x-gateway-engine']],
      [201, 'scripted, scripted voice, sample lexicon'],
    )
    const { job_id, upload_url, signature } = begun.body
    assert.equal(begun.body.signed_upload_url, undefined)
    const first = Object((await world.state(job_id)).body)
    assert.deepEqual(first.results, [{ status: 'pending' }, { status: 'pending' }, { status: 'pending' }])
    assert.deepEqual([first.usage, first.parameters], [{ storage_used: 0 }, { source_language: 'en' }])
    assert.equal((await world.send(upload_url, signature)).status, 204)
    assert.equal((await world.send(upload_url, signature)).status, 409)
    const results = await world.results(job_id)
    const files: string[] = []
    for (const { download_url, signature: own } of results) {
      const answer = await world.fetched(download_url, own)
      const bytes = await bytesOf(answer.body)
      files.push(answer.headers['content-type']?.startsWith('audio/') ? `${bytes.length}` : bytes.toString())
      assert.equal((await world.fetched(download_url, own)).status, 404)
    }
    assert.deepEqual(files, [
      'die Katze schläft\nder Hund schläft\n',
      '1\n00:00:00,100 --> 00:00:00,900\nle chat dort\n\n2\n00:01:01,000 --> 01:02:03,004\nle chien dort\n',
      String(2 * ('the cat sleeps'.length * 2 + 9600)),
    ])
    assert.equal((await world.state(job_id)).status, 404)
    assert.deepEqual(
      readdirSync(world.kit.cacheFolder).filter((name) => name.includes(String(job_id))),
      [],
    )
    const usage = Object((await world.ask('/v2/usage', { account: 'acc_jobs' })).body)
    assert.equal(usage.character_count, 3 * 'the cat sleepsthe dog sleeps'.length)
  })

  test('a job that a stopped process gave back is taken up; one that it had begun fails, as does one without its file', async () => {
    const world = await openOn()
    speech.script = [heard('the cat sleeps', 0, 900)]
    const begun = (await world.begin()).body
    await world.send(begun.upload_url, begun.signature)
    await world.results(begun.job_id)
    const other = (await world.begin()).body
    const killed = (await world.begin()).body
    await world.kit.db.updateTable('translation_voice_results').set({ status: 'pending' }).execute()
    await world.kit.db.updateTable('translation_voice_jobs').set({ status: 'uploaded' }).execute()
    // what a process leaves that ends while it hears
    await world.kit.db
      .updateTable('translation_voice_jobs')
      .set({ status: 'processing' })
      .where('id', '=', String(killed.job_id))
      .execute()
    for (const { job_id } of [begun, killed])
      writeFileSync(`${world.kit.cacheFolder}/translation-voice-${job_id}.wav`, recording)
    const stateOf = async (id: unknown) => Object((await world.state(id)).body).results[0].status
    assert.equal(await stateOf(begun.job_id), 'uploaded')
    world.clock.advance(61_000)
    for (const { job_id } of [begun, other, killed]) await stateOf(job_id)
    assert.equal((await world.results(begun.job_id))[0]?.status, 'complete')
    assert.match(JSON.stringify((await world.results(other.job_id))[0]), /failed.*its file is gone/)
    assert.match(JSON.stringify((await world.results(killed.job_id))[0]), /failed.*does not try again/)
    assert.ok(!readdirSync(world.kit.cacheFolder).some((name) => name.includes(String(killed.job_id))))
  })

  test('an account has its own jobs, ten at once, and each file needs its own signature in time', async () => {
    const world = await openOn()
    const account = 'acc_many'
    const begun = (await world.begin({}, { account, query: '?include=signed_url' })).body
    assert.equal((await world.state(begun.job_id, { account: 'acc_other' })).status, 404)
    assert.equal((await world.state(begun.job_id)).status, 404)
    const wrong = [undefined, '', 'x', `${begun.signature}x`, String(begun.signature).replace(/^./, 'z')]
    for (const signature of wrong) assert.equal((await world.send(begun.upload_url, signature)).status, 403)
    const download = begun.upload_url && String(begun.upload_url).replace(/file$/, 'results/0')
    assert.equal((await world.fetched(download, begun.signature)).status, 403)
    for (let count = 1; count < 10; count += 1) assert.equal((await world.begin({}, { account })).status, 201)
    assert.equal((await world.begin({}, { account })).status, 429)
    // files that were not sent in time count no more
    world.clock.advance(300_001)
    assert.equal((await world.send(begun.upload_url, begun.signature)).status, 403)
    const [late] = Object((await world.state(begun.job_id, { account })).body).results
    assert.match(JSON.stringify(late), /failed.*not sent in time/)
    const signed = (await world.begin({}, { account, query: '?include=signed_url' })).body
    const path = world.pathOf(signed.signed_upload_url)
    assert.equal((await world.ask(path, { method: 'PUT', body: inPieces(recording), account: '' })).status, 204)
  })

  test('results can be fetched for an hour, and nothing stays after it', async () => {
    const world = await openOn()
    speech.script = [heard('the cat sleeps', 0, 900)]
    const { job_id, upload_url, signature } = (await world.begin()).body
    await world.send(upload_url, signature)
    const [result] = await world.results(job_id, '?include=signed_url')
    const isKept = (name: string) => readdirSync(world.kit.cacheFolder).includes(`translation-voice-${job_id}${name}`)
    world.clock.advance(3_600_001)
    assert.equal((await world.fetched(result?.download_url, result?.signature)).status, 404)
    assert.equal((await world.state(job_id)).status, 404)
    assert.ok(isKept('-0'))
    await world.runJob('deleteOldFiles')
    assert.ok(!isKept('-0'))
  })
})

test('files that cannot be heard fail the job, and uploads of another length may be sent again', async () => {
  const world = await openJobs()
  const outcome = async (bytes: Buffer) => {
    const source_file = { name: 'a.wav', content_type: 'audio/wav', content_length: bytes.length }
    const { job_id, upload_url, signature } = (await world.begin({ source_file })).body
    assert.equal((await world.send(upload_url, signature, bytes)).status, 204)
    const [result] = await world.results(job_id)
    return `${result?.status} ${Object(result?.error).message ?? ''}`
  }
  speech.script = []
  assert.match(await outcome(recording), /failed No speech/)
  assert.match(await outcome(Buffer.from('ID3 no wave at all')), /failed The file is no WAV/)
  assert.match(await outcome(wave(Buffer.alloc(8), { bits: 24 })), /failed The samples/)
  assert.match(await outcome(recording.subarray(0, 36)), /failed The WAV file has no samples/)
  speech.script = [heard('the cat sleeps', 0, 10)]
  speech.failsAtMs = 5
  assert.match(await outcome(recording), /failed The audio could not/)
  speech.failsAtMs = undefined
  for (const options of [{ kind: 7, bits: 8, rate: 8000 }, { channels: 2, rate: 44_100 }, { length: 0xffffffff }])
    assert.equal(await outcome(wave(Buffer.alloc(64_000), options)), 'complete ')
  const { job_id, upload_url, signature } = (await world.begin()).body
  for (const bytes of [recording.subarray(1), Buffer.concat([recording, recording])])
    assert.equal((await world.send(upload_url, signature, bytes)).status, 400)
  assert.equal((await world.send(upload_url, signature)).status, 204)
  assert.equal((await world.results(job_id))[0]?.status, 'complete')
})

if (codecs)
  test('files of each type that is decoded are heard; those that are cut off, too long or of another type fail', async () => {
    const world = await openJobs({}, undefined, true)
    const outcome = async (content_type: string, bytes: Buffer) => {
      speech.script = [heard('the cat sleeps', 0, 900)]
      speech.samples.length = 0
      const source_file = { name: 'a', content_type, content_length: bytes.length }
      const begun = await world.begin({ source_file })
      assert.equal(begun.status, 201, JSON.stringify(begun.body))
      const { job_id, upload_url, signature } = begun.body
      assert.equal((await world.send(upload_url, signature, bytes)).status, 204)
      const [result] = await world.results(job_id)
      return `${result?.status} ${Object(result?.error).message ?? ''}`
    }
    for (const [content_type, name] of [
      ['audio/mpeg', 'market.mp3'],
      ['audio/ogg', 'market.opus'],
      ['audio/flac', 'market.flac'],
      ['audio/webm', 'market.webm'],
    ] as const) {
      assert.equal(await outcome(content_type, audioFile(name)), 'complete ')
      assert.deepEqual(Buffer.concat(speech.samples), await decoded(audioFile(name)), name)
    }
    // at the rate of engines, which takes no resampling
    const fourHours = Buffer.concat([flacHeadAt(16_000), ...Array<Buffer>(3520).fill(silentFlacFrame)])
    for (const [content_type, bytes, message] of [
      ['audio/flac', fourHours, /^failed The audio is longer than three hours\.$/],
      ['audio/flac', audioFile('market.flac').subarray(0, 30_000), /^failed The audio could not be decoded/],
      ['audio/ogg', audioFile('yes-vorbis.ogg'), /^failed The audio could not be decoded/],
    ] as const) {
      assert.match(await outcome(content_type, bytes), message)
      // it is seen before anything is heard
      assert.equal(speech.samples.length, 0)
    }
    const mp4 = await world.begin({ source_file: { name: 'a', content_type: 'audio/mp4', content_length: 10 } })
    assert.equal(mp4.status, 400)
    assert.match(String(mp4.body.message), /audio\/wav, audio\/mpeg, audio\/ogg, audio\/flac, audio\/webm/)
  })

test('what no engine does is refused with a sentence that says so', async () => {
  const world = await openJobs()
  const file = { name: 'a.wav', content_type: 'audio/wav', content_length: 10 }
  const target = { language: 'de', type: 'text/plain' }
  const refusals: [object, number, RegExp][] = [
    [{ source_file: { ...file, content_type: 'audio/mpeg' } }, 400, /only audio\/wav/],
    [{ source_file: { ...file, content_type: 'text/html' } }, 400, /content_type: Value is not valid/],
    [{ source_file: { ...file, content_length: 0 } }, 400, /content_length/],
    [{ source_file: { ...file, content_length: 1_073_741_825 } }, 400, /content_length/],
    [{ source_file: { ...file, name: '' } }, 400, /name/],
    [{ parameters: { source_language: 'de' } }, 400, /source_language/],
    [{ targets: [] }, 400, /targets/],
    [{ targets: Array.from({ length: 11 }, () => target) }, 400, /targets/],
    [{ targets: [{ ...target, language: 'xx' }] }, 400, /not supported/],
    [{ targets: [target, { ...target, type: 'text/html' }] }, 400, /^\/targets\/1\/type/],
    [{ targets: [{ language: 'de', type: 'audio/pcm;encoding=s16le;rate=16000' }] }, 403, /nothing here speaks/],
    [{ targets: [{ language: 'en-US', type: 'audio/ogg;codecs=opus' }] }, 400, /s16le/],
  ]
  for (const [fields, status, message] of refusals) {
    const answer = await world.begin(fields)
    assert.equal(answer.status, status, JSON.stringify(fields))
    assert.match(String(answer.body.message), message)
  }
  const deaf = await openJobs({}, { hearing: [], speaking: [] })
  assert.equal((await deaf.begin()).status, 403)
  assert.equal((await deaf.state('3c9a7e15-b04d-4f62-8a1e-d7250f9b6c48')).status, 403)
})

test('signatures hold for one file of one job until their time', () => {
  const [secret, other] = ['00'.repeat(32), '01'.repeat(32)]
  const signing = { secret, purpose: 'file', now: 999 }
  const signature = sign(signing, { key: 'key_a', expiresAt: 1000 })
  const of = (fields: object) => readSignature(signature, { ...signing, ...fields })
  assert.deepEqual(of({}), { key: 'key_a', expiresAt: 1000 })
  for (const fields of [{ now: 1000 }, { purpose: 'results/0' }, { secret: other }]) assert.equal(of(fields), undefined)
  const [until, key, mac] = signature.split('.')
  const others = [`zzzz.${key}.${mac}`, `${until}.${Buffer.from('key_b').toString('base64url')}.${mac}`]
  for (const changed of others) assert.equal(readSignature(changed, signing), undefined)
})

test('two channels become their mean, at the rate of engines', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'wave-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'a.wav')
  for (const [rate, seconds] of [
    [16_000, 3],
    [48_000, 1],
  ] as const) {
    const samples = Buffer.alloc(rate * seconds * 4)
    for (let at = 0; at < samples.length; at += 4) {
      samples.writeInt16LE(1000, at)
      samples.writeInt16LE(-3000, at + 2)
    }
    writeFileSync(path, wave(samples, { channels: 2, rate }))
    const chunks: Buffer[] = []
    for await (const chunk of samplesOf(path, await readWave(path))) chunks.push(chunk)
    const mono = Buffer.concat(chunks)
    assert.equal(mono.length, 32_000 * seconds)
    for (let at = 0; at < mono.length; at += 2) assert.equal(mono.readInt16LE(at), -1000)
  }
})

test('the samples of a file are found behind other chunks, and its last incomplete one is left out', () => {
  const file = wave(Buffer.alloc(9))
  const info = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1')
  const longer = Buffer.concat([file.subarray(0, 36), info, file.subarray(36)])
  const { start, end } = waveIn(longer, longer.length)
  assert.deepEqual([start, end], [44 + info.length, 44 + info.length + 8])
  assert.deepEqual([plainTranscript([]), subtitles([])], ['', ''])
})

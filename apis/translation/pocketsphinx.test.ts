// PocketSphinx as a speech engine, on speech that flite says. Under CI both must be installed; elsewhere the suite says
// that it did not run.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { openGateway } from '../../tests/harness/open-gateway.ts'
import { until } from '../../tests/harness/until.ts'
import { openSocket } from '../../tests/sockets/client.ts'
import { createPocketSphinx } from './provider/engines/pocketsphinx/engine.ts'
import { createUtteranceReader } from './provider/engines/pocketsphinx/utterances.ts'
import { audioFile, codecs, decoded, inChunks } from './test/audio-codecs.ts'

const quiet = { warn: () => undefined }
const isInstalled = existsSync('/usr/bin/flite') && createPocketSphinx(quiet) !== undefined
if (!isInstalled && process.env.CI === 'true')
  throw new Error('no flite, pocketsphinx or pocketsphinx-en-us, and under CI nothing is left out')
if (!isInstalled) process.stdout.write('not run: no flite, pocketsphinx or pocketsphinx-en-us\n')

/** Samples of 16 bits at 16 kHz, without the header of the file. */
function speak(text: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'speech-'))
  try {
    const file = join(folder, 'speech.wav')
    execFileSync('flite', ['-voice', 'slt', '-t', text, '-o', file])
    const wave = execFileSync('cat', [file], { maxBuffer: 64 * 1024 * 1024 })
    return wave.subarray(wave.indexOf('data') + 8)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
const pause = Buffer.alloc(48_000)

/** A program in the place of PocketSphinx. */
function standIn(t: TestContext, script: string, options: { mostProcesses?: number; patienceMs?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sphinx-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'program')
  writeFileSync(program, `#!/bin/sh\n${script}\n`)
  chmodSync(program, 0o755)
  const engine = createPocketSphinx(quiet, { program, model: folder, ...options })
  if (!engine) throw new Error('the program was not found')
  t.after(() => engine.close())
  return engine
}

test('utterances are read with the times of their words, however the output is cut', () => {
  const output =
    'thank you very much\n<s> 9.110 9.200 0.999900\nthank 9.210 9.580 0.873615\nmuch 10.030 10.490 1.000000\n</s> 10.500 10.930 1.000000\n' +
    '\n<s> 12.000 12.100 1.000000\n</s> 12.200 12.300 1.000000\nyes\n<s> 13.000 13.100 1.0\n<sil> 13.1 13.2 1.0\nyes(2) 13.250 13.400 1.0\n</s> 13.500 13.600 1.0\n'
  const expected = [
    { text: 'thank you very much', startMs: 9210, endMs: 10_500, isFinal: true },
    { text: 'yes', startMs: 13_250, endMs: 13_500, isFinal: true },
  ]
  for (const size of [1, 7, 1000]) {
    const read = createUtteranceReader()
    const parts = Array.from({ length: Math.ceil(output.length / size) }, (_, at) =>
      output.slice(at * size, at * size + size),
    )
    assert.deepEqual(parts.flatMap(read), expected)
  }
  assert.throws(() => createUtteranceReader()('x'.repeat(100_001)), /too much/)
})

test('without the program or its model there is no engine', () => {
  assert.equal(createPocketSphinx(quiet, { program: '/nowhere', model: '/' }), undefined)
  assert.equal(createPocketSphinx(quiet, { program: '/bin/sh', model: '/nowhere' }), undefined)
})

test('as many processes run as may, and a place is free again when one has ended', async (t) => {
  const engine = standIn(t, 'cat >/dev/null', { mostProcesses: 1 })
  const first = engine.open({ language: 'en', terms: [] })
  assert.ok(first)
  assert.equal(engine.open({ language: 'en', terms: [] }), undefined)
  first.close()
  await until(() => {
    const next = engine.open({ language: 'en', terms: [] })
    next?.close()
    return next !== undefined
  })
})

test('a program that ends badly fails what is heard, and takes no more audio', async (t) => {
  const recogniser = standIn(t, 'exit 3').open({ language: 'en', terms: [] })
  assert.ok(recogniser)
  await assert.rejects(async () => {
    for await (const _heard of recogniser.heard);
  })
  await assert.rejects(recogniser.write(Buffer.alloc(2)))
})

test('a program that reads nothing, or does not end, is ended', async (t) => {
  const engine = standIn(t, 'exec sleep 60', { patienceMs: 200 })
  const deaf = engine.open({ language: 'en', terms: [] })
  const endless = engine.open({ language: 'en', terms: [] })
  assert.ok(deaf && endless)
  // more than a pipe holds
  await deaf.write(Buffer.alloc(4 * 1024 * 1024))
  endless.end()
  for (const { heard } of [deaf, endless])
    await assert.rejects(async () => {
      for await (const _heard of heard);
    })
})

if (isInstalled)
  describe('PocketSphinx', () => {
    test('two sentences are heard word for word, each while the stream goes on, with their times', async () => {
      const recogniser = createPocketSphinx(quiet)?.open({ language: 'en', terms: [] })
      assert.ok(recogniser)
      const heard = recogniser.heard[Symbol.asyncIterator]()
      await recogniser.write(Buffer.concat([pause, speak('Thank you very much.'), pause, pause]))
      const { value: first } = await heard.next()
      assert.equal(first.text, 'thank you very much')
      assert.ok(first.startMs >= 1400 && first.startMs < first.endMs && first.endMs < 3600, JSON.stringify(first))
      await recogniser.write(speak('We are going to the market.'))
      recogniser.end()
      const { value: second } = await heard.next()
      assert.equal(second.text, 'we are going to the market')
      assert.ok(second.startMs > first.endMs)
      assert.equal((await heard.next()).done, true)
    })

    if (codecs)
      test('WebM is heard, and what was said comes back as WebM in which the same is heard', async (t) => {
        const gateway = await openGateway(t)
        const headers = { 'x-gateway-provider': 'embedded', 'content-type': 'application/json' }
        const body = JSON.stringify({ source_media_content_type: 'audio/webm', target_media_languages: ['en-GB'] })
        const path = '/v1/proxy/translation/v3/voice/realtime'
        const answer = await gateway.call(path, { method: 'POST', key: gateway.key, headers, body })
        assert.match(String(answer.headers.get('x-gateway-engine')), /^pocketsphinx en-us, flite/)
        const { streaming_url, token }: { streaming_url: string; token: string } = Object(await answer.json())
        const session = await openSocket(t, `${streaming_url}?token=${token}`, {
          headers: { 'x-gateway-provider': 'embedded' },
        })
        for await (const bytes of inChunks(audioFile('market.webm'), 2000))
          session.send(JSON.stringify({ source_media_chunk: { data: bytes.toString('base64') } }))
        session.send(JSON.stringify({ end_of_source_media: {} }))
        const media: Buffer[] = []
        for (let message = ''; !message.includes('end_of_stream'); ) {
          message = String(await session.next())
          const { target_media_chunk: chunk }: { target_media_chunk?: { data: string[] } } = JSON.parse(message)
          for (const data of chunk?.data ?? []) media.push(Buffer.from(data, 'base64'))
        }
        const recogniser = createPocketSphinx(quiet)?.open({ language: 'en', terms: [] })
        await recogniser?.write(Buffer.concat([pause, await decoded(Buffer.concat(media)), pause]))
        recogniser?.end()
        const heard: string[] = []
        for await (const { text } of recogniser?.heard ?? []) heard.push(text)
        assert.deepEqual(heard, ['we are going to the market'])
      })

    test('a voice stream of a gateway hears, translates and ends, with the provider on its own thread', async (t) => {
      const gateway = await openGateway(t)
      const { key } = await gateway.account()
      const headers = { 'x-gateway-provider': 'embedded', 'content-type': 'application/json' }
      const body = JSON.stringify({
        source_media_content_type: 'audio/pcm;encoding=s16le;rate=16000',
        target_languages: ['de'],
      })
      const answer = await gateway.call('/v1/proxy/translation/v3/voice/realtime', {
        method: 'POST',
        key,
        headers,
        body,
      })
      assert.equal(answer.status, 200)
      assert.match(String(answer.headers.get('x-gateway-engine')), /^pocketsphinx en-us/)
      const { streaming_url, token }: { streaming_url: string; token: string } = Object(await answer.json())
      const session = await openSocket(t, `${streaming_url}?token=${token}`, {
        headers: { 'x-gateway-provider': 'embedded' },
      })
      const samples = Buffer.concat([pause, speak('We are going to the market.'), pause])
      for (let at = 0; at < samples.length; at += 8000) {
        const data = samples.subarray(at, at + 8000).toString('base64')
        session.send(JSON.stringify({ source_media_chunk: { data } }))
      }
      session.send(JSON.stringify({ end_of_source_media: {} }))
      const messages: string[] = []
      for (let message = await session.next(); ; message = await session.next()) {
        messages.push(String(message))
        if (String(message).includes('end_of_stream')) break
      }
      assert.match(messages[0] ?? '', /"text":"we are going to the market"/)
      assert.match(messages[1] ?? '', /"language":"de".*Markt/)
      assert.equal((await session.closed).code, 1000)
    })
  })

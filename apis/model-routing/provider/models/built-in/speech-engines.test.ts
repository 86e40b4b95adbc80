// Speech by the programs that an operator may install. Under CI they must be there; elsewhere the suite says that it
// did not run.
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ModelError } from '../../wire/model-error.ts'
import { answerOf, depsWith } from './fixtures/asking.ts'
import { openSpeechEngines, readSpeechSettings } from './speech/engines.ts'

const isInstalled = ['/usr/bin/flite', '/usr/bin/ffmpeg'].every((program) => existsSync(program))
if (!isInstalled && process.env.CI === 'true')
  throw new Error('no flite or no ffmpeg, and under CI nothing is left out')
if (!isInstalled) process.stdout.write('not run: no flite or no ffmpeg\n')

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'speech-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

function speakerIn(folder: string, config: unknown = {}) {
  const deps = depsWith(undefined, openSpeechEngines({ cacheFolder: folder, config }))
  return {
    speak: (more: object) => answerOf('createSpeech', { input: 'Good morning. The tide is low.', ...more }, deps),
    hear: async (bytes: Buffer) => {
      const file = { fileName: 'a', contentType: 'audio/mpeg', bytes }
      return (await answerOf('createTranscription', { file, response_format: 'verbose_json' }, deps)) as {
        readonly text: string
        readonly duration: number
      }
    },
  }
}

const beginnings: Readonly<Record<string, RegExp>> = {
  mp3: /^ID3/,
  opus: /^OggS.*OpusHead/s,
  aac: /^\xff[\xf0\xf1]/,
  flac: /^fLaC/,
}

if (isInstalled) {
  test('an English text is spoken by Flite in every compressed format, and nothing is left behind', async (t) => {
    const folder = folderFor(t)
    const { speak } = speakerIn(folder)
    for (const [response_format, beginning] of Object.entries(beginnings)) {
      const { body, headers } = await speak({ response_format })
      assert.match(body.toString('latin1'), beginning)
      assert.equal(headers['x-gateway-engine'], 'flite')
    }
    assert.deepEqual(readdirSync(folder), [])
  })

  test('without a format speech is MP3, and its text is heard as that of WAV is', async (t) => {
    const { speak, hear } = speakerIn(folderFor(t))
    const mp3 = await speak({})
    assert.equal(mp3.headers['content-type'], 'audio/mpeg')
    const [compressed, plain] = [await hear(mp3.body), await hear((await speak({ response_format: 'wav' })).body)]
    assert.equal(compressed.text, 'Good morning. The tide is low.')
    assert.deepEqual(compressed, plain)
    const input = 'Ä'.repeat(4096)
    assert.equal((await hear((await speak({ input })).body)).text, input)
  })

  test('the voice has two pitches, obeys the speed, and keeps within what can be heard', async (t) => {
    const { speak } = speakerIn(folderFor(t))
    const pcm = async (more: object): Promise<Buffer> => (await speak({ response_format: 'pcm', ...more })).body
    const [high, low, fast] = [await pcm({}), await pcm({ voice: 'onyx' }), await pcm({ speed: 2 })]
    assert.ok(!high.equals(low))
    assert.ok(Math.abs(fast.length / high.length - 0.5) < 0.1, `${fast.length} of ${high.length}`)
    const samples = Array.from({ length: high.length / 2 }, (_, at) => high.readInt16LE(at * 2))
    assert.ok(Math.max(...samples) > 3000)
  })

  test('what Flite cannot say is said in tones, and so is everything where the operator has turned it off', async (t) => {
    const { speak } = speakerIn(folderFor(t))
    for (const input of ['Das Wasser steht niedrig.', '潮は低い', '12 + 7', '…'])
      assert.equal((await speak({ input })).headers['x-gateway-engine'], 'tones', input)
    const off = speakerIn(folderFor(t), { flite: false, ffmpeg: false })
    const { headers } = await off.speak({})
    assert.deepEqual([headers['x-gateway-engine'], headers['content-type']], ['tones', 'audio/wav'])
  })
}

test('a program that fails makes the call unavailable and names the way out', async (t) => {
  const folder = folderFor(t)
  const ffmpeg = join(folder, 'ffmpeg')
  writeFileSync(ffmpeg, '#!/bin/sh\nexit 1\n')
  chmodSync(ffmpeg, 0o755)
  const engines = openSpeechEngines({ cacheFolder: folder, config: { flite: false }, ffmpeg })
  await assert.rejects(
    answerOf('createSpeech', { input: 'Hello.' }, depsWith(undefined, engines)),
    (error) => error instanceof ModelError && error.status === 503 && /Ask for wav/.test(error.message),
  )
})

test('the operator turns programs on and off by true and false alone', () => {
  assert.deepEqual(readSpeechSettings(undefined), { flite: true, ffmpeg: true })
  assert.throws(() => readSpeechSettings({ flite: 'no' }), /true or false as flite/)
  assert.throws(() => readSpeechSettings({ ffmpeg: 0 }), /true or false as ffmpeg/)
})

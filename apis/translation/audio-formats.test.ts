// Compressed audio through ffmpeg: files of real encoders, damaged and hostile ones. Under CI it must be installed;
// elsewhere the suite says that it did not run.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createSeededRandom } from '#provider/test'
import { sampled } from '../../tests/harness/seed.ts'
import { until } from '../../tests/harness/until.ts'
import { createFfmpeg } from './provider/engines/ffmpeg/ffmpeg.ts'
import { mediaFormatIn } from './provider/voice/audio.ts'
import {
  audioFile,
  codecs,
  decoded,
  decodeFields,
  flacHead,
  inChunks,
  likeness,
  silentFlacFrame,
} from './test/audio-codecs.ts'

const quiet = { warn: () => undefined }
const files = [
  'market.flac',
  'market.mp3',
  'market.opus',
  'market.webm',
  'yes.oga',
  'yes-flac.mka',
  'yes-mp3.mka',
  'yes-24.flac',
]

test('formats of the provider that have a decoder are taken where decoders are, AAC and what is unknown are not', () => {
  for (const type of [
    'auto',
    'flac',
    'mpeg',
    'ogg',
    'ogg; codecs=flac',
    'ogg;codecs="opus"',
    'webm',
    'WebM;codecs=opus;',
  ])
    assert.ok('container' in mediaFormatIn(`audio/${type}`, true), type)
  for (const codec of ['', ';codecs=flac', ';codecs=mp3', ';codecs=opus'])
    assert.ok('container' in mediaFormatIn(`audio/x-matroska${codec}`, true))
  assert.ok('encoding' in mediaFormatIn('audio/pcm;encoding=s16le;rate=16000', true))
  const fully =
    "Value for 'source_media_content_type' not supported: PCM, FLAC, MP3, and Opus in Ogg, WebM or Matroska can be decoded here, such as audio/pcm;encoding=s16le;rate=16000."
  const refused = [
    'x-matroska;codecs=aac',
    'mp4',
    'ogg;codecs=vorbis',
    'webm;codecs=flac',
    'ogg;codecs=opus;rate=1',
    'pcm',
  ]
  for (const type of refused)
    assert.throws(() => mediaFormatIn(`audio/${type}`, true), { status: 400, body: { message: fully } })
})

if (codecs)
  describe('codecs', async () => {
    const market = await decoded(audioFile('market.flac'))
    const yes = await decoded(audioFile('yes.oga'))

    test('FLAC has every sample: those of its checksum, in each container', async () => {
      const md5 = createHash('md5').update(market).digest('hex')
      assert.equal(md5, audioFile('market.flac').subarray(26, 42).toString('hex'))
      assert.deepEqual(await decoded(audioFile('yes-flac.mka')), yes)
    })

    test('FLAC of 24 bits in two channels becomes the mean of both in 16', async () => {
      const samples = await decoded(audioFile('yes-24.flac'))
      assert.equal(samples.length, 10_000)
      for (let at = 0; at < 5000; at++) {
        const value = yes.readInt16LE((at + 1000) * 2)
        const other = Math.floor((Math.trunc(value * 256 * 0.8) - (at % 77)) / 256)
        assert.ok(Math.abs(samples.readInt16LE(at * 2) - (value + other) / 2) <= 2)
      }
    })

    for (const [name, type, original] of [
      ['market.mp3', 'audio/mpeg', market],
      ['market.opus', 'audio/ogg;codecs=opus', market],
      ['market.webm', 'audio/webm', market],
      ['yes-mp3.mka', 'audio/x-matroska;codecs=mp3', yes],
    ] as const)
      test(`${name} sounds like what was encoded, by its type and by detection, however it is cut`, async () => {
        const bytes = audioFile(name)
        const samples = await decoded(bytes, { type })
        assert.ok(likeness(original, samples) > 0.98, String(likeness(original, samples)))
        assert.ok(Math.abs(samples.length - original.length) < 0.15 * 32_000)
        // Opus says how much of its beginning does not belong to the audio
        if (!name.includes('mp3')) assert.ok(likeness(original, samples, 0) > 0.98)
        for (const size of [11, 1000]) assert.deepEqual(await decoded(bytes, { size }), samples)
      })

    test('audio of another format or codec than the one that was named is refused, and so is what has no decoder', async () => {
      const wav = Buffer.concat([Buffer.from('RIFF....WAVEfmt '), Buffer.alloc(100_000)])
      const mp4 = Buffer.from('0000001c667479704d344120000000004d34412069736f6d', 'hex')
      for (const [bytes, type] of [
        [audioFile('market.flac'), 'audio/ogg'],
        [audioFile('market.flac'), 'audio/webm'],
        [audioFile('market.opus'), 'audio/ogg;codecs=flac'],
        [audioFile('yes-flac.mka'), 'audio/webm'],
        [audioFile('market.webm'), 'audio/x-matroska;codecs=mp3'],
        [audioFile('yes-vorbis.ogg'), 'audio/ogg'],
        [mp4, 'audio/mpeg'],
        [wav, 'audio/auto'],
        [Buffer.alloc(0), 'audio/mpeg'],
        [Buffer.alloc(0), 'audio/flac'],
      ] as const)
        await assert.rejects(decoded(bytes, { type }), { status: 400 }, type)
    })

    test('a bit that changed in a file of FLAC is noticed', async () => {
      const changed = Buffer.from(audioFile('market.flac'))
      changed[30_000] = (changed[30_000] ?? 0) ^ 1
      await assert.rejects(decoded(changed), { status: 400 })
    })

    test('a file that ends in the middle of FLAC or Matroska is refused, and a stream has what came before', async () => {
      for (const name of files) {
        const bytes = audioFile(name).subarray(0, Math.floor(audioFile(name).length * 0.75) + 9)
        // nothing in MP3 and in packets of Ogg says that more should follow
        if (!/mp3|opus/.test(name) || name.endsWith('mka')) await assert.rejects(decoded(bytes), { status: 400 }, name)
        const whole = (await decoded(audioFile(name))).length
        // of half a second nothing may be left
        if (name.startsWith('yes')) continue
        const rest = (await decoded(bytes, { isWhole: false })).length
        assert.ok(rest < whole && rest > 0, `${name}: ${rest} of ${whole}`)
      }
    })

    test('a small file with hours of silence counts with its hours', async () => {
      const frames = (count: number) => Buffer.concat([flacHead, ...Array<Buffer>(count).fill(silentFlacFrame)])
      assert.equal((await decoded(frames(7))).length, 7 * 65_535 * 2 * 2)
      await assert.rejects(decoded(frames(8)), { status: 400, body: { message: 'The audio is longer than a minute.' } })
    })

    test('no more is read than what is taken needs, and the program ends with the loop', async () => {
      let given = 0
      let isOver = false
      async function* endless() {
        try {
          for (yield flacHead; ; given++) yield Buffer.concat(Array<Buffer>(100).fill(silentFlacFrame))
        } finally {
          isOver = true
        }
      }
      for await (const block of codecs?.decode(endless(), decodeFields({ mostMs: 1e12 })) ?? []) {
        assert.ok(block.length <= 128_000)
        break
      }
      await until(() => isOver)
      // pipes and buffers hold some of it, and an hour of silence is 6 kB
      assert.ok(given < 3000, `${given}`)
    })

    test('an aborted decoding ends at once, also while it waits for bytes', async () => {
      const aborting = new AbortController()
      async function* stalled() {
        yield flacHead
        aborting.abort()
        await new Promise(() => {})
      }
      await assert.rejects(
        async () => {
          for await (const _block of codecs?.decode(stalled(), decodeFields({ signal: aborting.signal })) ?? []);
        },
        { name: 'AbortError' },
      )
    })

    test('a program that fails or keeps its input for too long refuses its audio', async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'ffmpeg-'))
      t.after(() => rmSync(folder, { recursive: true }))
      for (const [at, line] of ['exit 1', 'kill -9 $$', 'exec sleep 60'].entries()) {
        const program = join(folder, `${at}`)
        writeFileSync(program, `#!/bin/bash\n${line}\n`, { mode: 0o755 })
        const failing = createFfmpeg({ log: quiet, program, patienceMs: 500 })
        await assert.rejects(
          async () => {
            for await (const _ of failing?.decode(inChunks(Buffer.alloc(9), 9), decodeFields()) ?? []);
          },
          {
            status: 400,
            body: { message: 'The audio could not be decoded: it is damaged, or not of the type that was named.' },
          },
          line,
        )
      }
    })

    test('a program that keeps speech without encoding it fails the call in time', async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'ffmpeg-'))
      t.after(() => rmSync(folder, { recursive: true }))
      const program = join(folder, 'silent')
      writeFileSync(program, '#!/bin/bash\nexec sleep 60\n', { mode: 0o755 })
      const silent = createFfmpeg({ log: quiet, program, patienceMs: 300 })
      const encoder = silent?.openOpusEncoder('webm', new AbortController().signal)
      await assert.rejects(async () => encoder?.write(Buffer.alloc(32_000)), { status: 503 })
      const ending = silent?.openOpusEncoder('ogg', new AbortController().signal)
      await assert.rejects(async () => ending?.end(), { status: 503 })
    })

    test('what feeds the decoding and fails is told as it is', async () => {
      async function* failing() {
        yield flacHead
        throw new Error('the caller sent nonsense')
      }
      await assert.rejects(async () => {
        for await (const _ of codecs?.decode(failing(), decodeFields({ isWhole: false })) ?? []);
      }, /nonsense/)
    })

    test('whatever happened to a file, it is decoded or refused with 400, in time', async () => {
      const random = createSeededRandom(73)
      const below = (limit: number) => random.bytes(4).readUInt32BE() % limit
      for (let round = 0; round < sampled(40); round++) {
        const bytes = Buffer.from(audioFile(files[round % files.length] ?? ''))
        for (let count = 1 + below(8); count > 0; count--) bytes[below(round % 2 ? 200 : bytes.length)] = below(256)
        const damaged = bytes.subarray(0, round % 3 ? bytes.length : below(bytes.length))
        await decoded(damaged).catch((error: unknown) => {
          assert.equal(Object(error).status, 400, `round ${round}: ${error}`)
        })
      }
    })

    test('a list of other files, and what names addresses, is not followed', async () => {
      const playlist = Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')
      const concat = Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n')
      for (const bytes of [playlist, concat])
        for (const type of ['audio/auto', 'audio/mpeg', 'audio/ogg'])
          await assert.rejects(decoded(bytes, { type }), { status: 400 })
    })
  })

// Compressed audio: files of real encoders, damaged and hostile ones. Under CI the codecs must have been added;
// elsewhere the suite says that it did not run.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { readEngineFile } from '#provider'
import { createSeededRandom } from '#provider/test'
import { card, createAudioCodecs, minimp3 } from './provider/engines/audio/codecs.ts'
import { loadLibopus } from './provider/engines/audio/libopus.ts'
import { createMp3FrameDecoder } from './provider/engines/audio/minimp3.ts'
import { mediaFormatIn } from './provider/voice/audio.ts'
import { type Decoders, decodeAudio } from './provider/voice/decoding/decode.ts'
import { AudioFault } from './provider/voice/decoding/fault.ts'
import { framesIn } from './provider/voice/decoding/lacing.ts'
import {
  audioFile,
  decoded,
  decodeFields,
  flacHead,
  hasCodecs,
  inChunks,
  likeness,
  silentFlacFrame,
} from './test/audio-codecs.ts'
import { enginesFolder } from './test/firefox-models.ts'

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

test('frames of a block of Matroska are found in each kind of lacing, and wrong sizes are refused', () => {
  const block = (flags: number, ...bytes: number[]) => Buffer.from([flags, ...bytes])
  const frames = (...all: Parameters<typeof block>) => framesIn(block(...all)).map((frame) => [...frame])
  assert.deepEqual(frames(0, 7, 8), [[7, 8]])
  assert.deepEqual(frames(2, 2, 1, 2, 7, 8, 8, 9), [[7], [8, 8], [9]])
  assert.deepEqual(frames(4, 1, 7, 7, 8, 8), [
    [7, 7],
    [8, 8],
  ])
  // the second is one byte longer than the first: 1, and a difference of 0x40 - 0x3f
  assert.deepEqual(frames(6, 2, 0x81, 0xc0, 7, 8, 8, 9), [[7], [8, 8], [9]])
  const long = framesIn(Buffer.concat([block(2, 1, 255, 3), Buffer.alloc(300)]))
  assert.deepEqual(
    long.map(({ length }) => length),
    [258, 42],
  )
  for (const wrong of [block(2, 1, 200, 7), block(4, 1, 7, 7, 7), block(6, 2, 0x81, 0x80, 7), block(6, 1, 0), block(2)])
    assert.throws(() => framesIn(wrong), { kind: 'damaged' })
})

if (hasCodecs)
  describe('codecs', async () => {
    const codecs = createAudioCodecs({ enginesFolder, log: quiet })
    assert.ok(codecs)
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
        assert.equal(samples.readInt16LE(at * 2), (value + other) >> 1)
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
        // Opus says how much of its beginning is none of the audio
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

    test('a bit that changed in FLAC is noticed, and Ogg streams one after another are not cut off silently', async () => {
      const changed = Buffer.from(audioFile('market.flac'))
      changed[30_000] = (changed[30_000] ?? 0) ^ 1
      const twice = Buffer.concat([audioFile('market.opus'), audioFile('market.opus')])
      for (const bytes of [changed, twice]) await assert.rejects(decoded(bytes), { status: 400 })
    })

    test('a file that ends in the middle is refused, and a stream has what came before', async () => {
      for (const name of files) {
        const bytes = audioFile(name).subarray(0, Math.floor(audioFile(name).length * 0.75) + 9)
        await assert.rejects(decoded(bytes), { status: 400 }, name)
        const whole = (await decoded(audioFile(name))).length
        const rest = (await decoded(bytes, { isWhole: false })).length
        assert.ok(rest < whole && (name.startsWith('yes') || rest > 0), `${name}: ${rest} of ${whole}`)
      }
    })

    test('a small file with hours of silence counts with its hours', async () => {
      const frames = (count: number) => Buffer.concat([flacHead, ...Array<Buffer>(count).fill(silentFlacFrame)])
      assert.equal((await decoded(frames(7))).length, 7 * 65_535 * 2 * 2)
      await assert.rejects(decoded(frames(8)), { status: 400, body: { message: 'The audio is longer than a minute.' } })
    })

    test('no more is read than what is taken needs, and what is left unread ends the thread', async () => {
      let given = 0
      async function* endless() {
        for (yield flacHead; ; given++) yield silentFlacFrame
      }
      for await (const block of codecs.decode(endless(), decodeFields({ mostMs: 1e9 }))) {
        assert.ok(block.length <= 64_000)
        if (given >= 3) break
      }
      assert.ok(given <= 4)
    })

    test('an aborted decoding ends at once, also while it waits for bytes', async () => {
      const aborting = new AbortController()
      async function* stalled() {
        yield flacHead
        await new Promise(() => {})
      }
      setTimeout(() => aborting.abort(), 1000)
      const { signal } = aborting
      await assert.rejects(
        async () => {
          for await (const _block of codecs.decode(stalled(), decodeFields({ signal })));
        },
        { name: 'AbortError' },
      )
    })

    test('a thread that fails, ends or takes too long refuses its audio', async () => {
      for (const program of ['throw new Error("x")', 'process.exit(1)', 'for (;;);', 'setInterval(() => {}, 1000)']) {
        const entry = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
        const failing = createAudioCodecs({ enginesFolder, log: quiet, entry, patienceMs: 1000 })
        await assert.rejects(
          async () => {
            for await (const _ of failing?.decode(inChunks(Buffer.alloc(9), 9), decodeFields()) ?? []);
          },
          { status: 400, body: { message: 'The audio could not be decoded.' } },
          program,
        )
      }
    })

    test('whatever happened to a file, it is decoded or named as at fault, in time', async () => {
      const decoders = await loadDecoders()
      const random = createSeededRandom(73)
      const below = (limit: number) => random.bytes(4).readUInt32BE() % limit
      for (let round = 0; round < 400; round++) {
        const bytes = Buffer.from(audioFile(files[round % files.length] ?? ''))
        for (let count = 1 + below(8); count > 0; count--) bytes[below(round % 2 ? 200 : bytes.length)] = below(256)
        const damaged = bytes.subarray(0, round % 3 ? bytes.length : below(bytes.length))
        const began = performance.now()
        try {
          for await (const _block of decodeAudio(inChunks(damaged, 4096), decoders, decodeFields()));
        } catch (error) {
          assert.ok(error instanceof AudioFault, `round ${round}: ${error}`)
        }
        assert.ok(performance.now() - began < 5000, `round ${round}`)
      }
    })
  })

/** As on the thread, but here, where hundreds of files take seconds. */
async function loadDecoders(): Promise<Decoders> {
  const opus = await (await loadLibopus(enginesFolder)).createDecoder({ channels: 1, sampleRate: 16_000 })
  return {
    opus: (packet) => opus.decode(packet),
    mp3: createMp3FrameDecoder(await readEngineFile(enginesFolder, card, minimp3)),
  }
}

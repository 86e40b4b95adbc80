// Callers' pictures, sound, archives and PDF are linear work: a file four times as long takes about four times the CPU
// time, in this process or in those of decoders. `npm test` draws files of each format; `npm run fuzz` tries all and
// prints what grew most.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { decodePicture, readPictureHeader } from '#provider'
import { cutOut } from '../apis/background-removal/provider/picture/cut-out.ts'
import type { CutOutOptions } from '../apis/background-removal/provider/picture/options.ts'
import { mostInputPixels } from '../apis/background-removal/provider/picture/sizes.ts'
import { readSkinImage } from '../apis/game-skins/provider/images/skin-image.ts'
import { readRecording } from '../apis/model-routing/provider/models/built-in/speech/recording.ts'
import { documentSize } from '../apis/model-routing/provider/tokens/document-size.ts'
import { Field } from '../apis/model-routing/provider/wire/field.ts'
import { sourceOfUrl } from '../apis/model-routing/provider/wire/source.ts'
import { formatOf } from '../apis/translation/provider/documents/formats/formats.ts'
import { readPdf } from '../apis/translation/provider/documents/pdf/read-pdf.ts'
import { writeDocx, writePdf } from '../apis/translation/provider/documents/pdf/write-pdf.ts'
import { createResampler, mediaFormatIn } from '../apis/translation/provider/voice/audio.ts'
import { readMessage } from '../apis/translation/provider/voice/messages.ts'
import { waveIn } from '../apis/translation/provider/voice/wave.ts'
import { codecs, decodeFields, inChunks } from '../apis/translation/test/audio-codecs.ts'
import { drawn } from './harness/drawn.ts'
import { described, type Growth, growthOf, mostGrowth, testWorst } from './harness/growth.ts'
import { hostileWaves, officeArchives } from './harness/hostile-containers.ts'
import { type HostileFile, hostilePdfs, hostilePictures, hostileSounds } from './harness/hostile-media.ts'
import { hostileTexts } from './harness/hostile-texts.ts'
import { seedHint } from './harness/seed.ts'

const isFuzz = process.env.GATEHOUSE_FUZZ_SEED !== undefined
/** The time for which one format is tried, and the maximum length of its files. */
const limits = isFuzz
  ? { files: Number.POSITIVE_INFINITY, ms: 100_000, bytes: Number.POSITIVE_INFINITY }
  : { files: 8, ms: 1000, bytes: 2 ** 18 }

/** Each file starts a program, which takes longer than to decode it. */
const decodedTypes = isFuzz ? ['audio/auto', 'audio/mpeg', 'audio/flac', 'audio/ogg', 'audio/webm'] : ['audio/auto']
const soundTypes = codecs ? decodedTypes : []

interface Format {
  readonly title: string
  readonly files: readonly HostileFile[]
  readonly longest: number
  read(bytes: Buffer): unknown
}

const texts = (valid: string): HostileFile[] =>
  hostileTexts(valid).map(({ title, of }) => ({ title, of: (length) => Buffer.from(of(length)) }))
const base64Of = (files: readonly HostileFile[]): HostileFile[] =>
  files.map(({ title, of }) => ({ title, of: (length) => Buffer.from(of((length * 3) / 4).toString('base64')) }))

/** Frames of ID3 that are empty, and such as hold the text. */
const spokenTags: readonly HostileFile[] = ['COMM\0\0\0\0\0\0', 'COMM\0\0\0\x02\0\0\x03a'].map((unit) => ({
  title: `an ID3 tag of ${JSON.stringify(unit)}`,
  of: (length) => {
    const frames = repeatedText(unit).of(length)
    const size = Buffer.from([21, 14, 7, 0].map((shift) => (frames.length >> shift) & 0x7f))
    return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), size, frames])
  },
}))

const removal: CutOutOptions = {
  size: '50MP',
  format: 'auto',
  channels: 'rgba',
  type: 'auto',
  typeLevel: 1,
  roi: undefined,
  crop: false,
  margins: [{ px: 0 }, { px: 0 }, { px: 0 }, { px: 0 }],
  scale: undefined,
  position: 'original',
  shadow: false,
  semitransparency: false,
  background: undefined,
}
const engines = [{ kind: 'classical' }] as const

/** Pictures of a number of pixels: a disc on a dark background, which is found, and noise, which is hard to pack. */
const scenes = ['disc', 'noise'] as const
const pictureOf = async (scene: (typeof scenes)[number], pixels: number): Promise<Buffer> => {
  const edge = Math.floor(Math.sqrt(pixels))
  const data = Buffer.alloc(edge * edge * 3, 40)
  for (let at = 0; at < edge * edge; at++) {
    const [x, y] = [at % edge, Math.floor(at / edge)]
    const isInside = (x - edge / 2) ** 2 + (y - edge / 2) ** 2 < (edge / 3) ** 2
    if (scene === 'noise') data.writeUIntBE(Math.imul(at + 1, 2_654_435_761) >>> 8, at * 3, 3)
    else if (isInside) data.fill(220, at * 3, at * 3 + 3)
  }
  return sharp(data, { raw: { width: edge, height: edge, channels: 3 } })
    .jpeg()
    .toBuffer()
}

const fileFormats: readonly Format[] = [
  {
    title: 'the header of a picture',
    files: [...hostilePictures, ...texts('\xff\xd8')],
    longest: 2 ** 20,
    read: readPictureHeader,
  },
  {
    title: 'a picture that is decoded',
    files: hostilePictures,
    longest: 2 ** 20,
    read: (bytes) => decodePicture(bytes, { maxPixels: mostInputPixels }),
  },
  {
    title: 'the picture of a skin',
    files: hostilePictures.filter(({ title }) => title.startsWith('a PNG')),
    // longer ones are refused unread
    longest: 20_000,
    read: readSkinImage,
  },
  {
    title: 'a picture in a message',
    files: [...texts('data:image/png;base64,'), ...base64Of(hostilePictures)],
    longest: 2 ** 20,
    read: (bytes) => sourceOfUrl(new Field(bytes.toString('latin1'), 'dots')),
  },
  {
    title: 'a PDF in a message',
    files: [...texts('/Type'), ...['/Type', '/Type ', '/Type /Page', '/Type/Pages'].map(repeatedText), ...hostilePdfs],
    longest: 2 ** 19,
    read: (bytes) => documentSize({ at: 'data', mediaType: 'application/pdf', data: bytes.toString('base64') }),
  },
  {
    title: 'a PDF that is read',
    files: hostilePdfs,
    longest: 2 ** 20,
    read: (bytes) => readPdf(new Uint8Array(bytes)),
  },
  {
    title: 'a PDF that is written',
    files: texts(''),
    longest: 2 ** 18,
    read: (bytes) => writePdf([[bytes.toString()]]),
  },
  {
    title: 'a Word document of a PDF',
    files: texts(''),
    longest: 2 ** 20,
    read: (bytes) => writeDocx([[bytes.toString()], bytes.toString().split('\n')]),
  },
  {
    title: 'the type of sound',
    files: texts('audio/ogg;'),
    longest: 2 ** 16,
    read: (bytes) => mediaFormatIn(bytes.toString(), true),
  },
  {
    title: 'the beginning of a WAV file',
    files: [...texts('RIFF....WAVE'), ...['\0'.repeat(8), 'fmt \0\0\0\0', 'LIST\x01\0\0\0'].map(repeatedText)],
    // no more of it is searched
    longest: 65_536,
    read: (bytes) => waveIn(Buffer.concat([Buffer.from('RIFF....WAVE'), bytes]), bytes.length + 12),
  },
  {
    title: 'a recording that is transcribed',
    files: [...hostileWaves, ...texts('ID3\x04'), ...spokenTags],
    longest: 2 ** 22,
    read: readRecording,
  },
  ...Object.entries(officeArchives).map(([ending, files]) => ({
    title: `a document ${ending}`,
    files,
    longest: 2 ** 20,
    read: (bytes: Buffer) =>
      formatOf(`a.${ending}`).translate(bytes, async (passages) => passages.map((passage) => [...passage])),
  })),
  ...(['s16le', 'alaw', 'ulaw'] as const).flatMap((encoding) =>
    (isFuzz ? [8000, 44_100, 96_000] : [44_100]).map((rate) => ({
      title: `sound in ${encoding} at ${rate} Hz`,
      files: ['\0', '\x7f\xff', 'a'].map(repeatedText),
      longest: 2 ** 21,
      read: (bytes: Buffer) => createResampler({ encoding, rate, frameBytes: encoding === 's16le' ? 2 : 1 })(bytes),
    })),
  ),
  ...(['json', 'msgpack'] as const).map((format) => ({
    title: `messages of a voice in ${format}`,
    files: texts(format === 'json' ? '{"source_media_chunk":{"data":"' : '\x81\xb2source_media_chunk\x81\xa4data\xc6'),
    longest: 2 ** 18,
    read: (bytes: Buffer) => readMessage(format === 'json' ? bytes.toString() : bytes, format),
  })),
  ...soundTypes.flatMap((type) =>
    [true, false].map((isWhole) => ({
      title: `compressed sound as ${type} in ${isWhole ? 'a file' : 'a stream'}`,
      files: hostileSounds,
      longest: 2 ** 20,
      async read(bytes: Buffer) {
        const options = decodeFields({ type, isWhole, mostMs: 10_800_000 })
        for await (const _ of codecs?.decode(inChunks(bytes, 65_536), options) ?? []);
      },
    })),
  ),
]

function repeatedText(unit: string): HostileFile {
  const bytes = Buffer.from(unit, 'latin1')
  return {
    title: `${JSON.stringify(unit)} again and again`,
    of: (length) => Buffer.alloc(Math.max(1, Math.floor(length / bytes.length)) * bytes.length, bytes),
  }
}

const rows: (Growth & { readonly format: string; readonly file: string })[] = []

for (const { title, files, longest, read } of fileFormats)
  test(`CPU time of ${title} grows no faster than its bytes`, async () => {
    const work = async (bytes: Buffer) => {
      try {
        await read(bytes)
      } catch (error) {
        // a decoder that refuses a file throws in its own words
        if (!(error instanceof Error)) throw error
      }
    }
    const failures: string[] = []
    const endMs = performance.now() + limits.ms
    for (const file of drawn(files, title).slice(0, limits.files)) {
      if (performance.now() > endMs) break
      const growth = await growthOf({ text: file.of, work, longest: Math.min(longest, limits.bytes) })
      rows.push({ format: title, file: file.title, ...growth })
      if (growth.ratio > mostGrowth) failures.push(`${file.title}: ${described(growth)}`)
    }
    assert.deepEqual(failures, [], seedHint)
  })

for (const scene of scenes)
  test(`CPU time of cutting out a ${scene} grows no faster than its pixels`, async () => {
    const longest = isFuzz ? 2 ** 24 : 2 ** 18
    const pictures = new Map<number, Buffer>()
    for (let step = 0; step <= 4; step++) {
      const pixels = longest / 4 ** step
      pictures.set(pixels, await pictureOf(scene, pixels))
    }
    const growth = await growthOf({
      text: (pixels) => pictures.get(pixels),
      work: async (picture) => {
        assert.ok(picture)
        await cutOut({ picture, background: undefined, options: removal, engines })
      },
      longest,
    })
    rows.push({ format: 'cutting out', file: scene, ...growth })
    assert.ok(growth.ratio <= mostGrowth, described(growth))
  })

if (isFuzz) testWorst(rows, ['Format', 'File'], ({ format, file }) => [format, file])

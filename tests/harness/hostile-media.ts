// Pictures, sound and PDF of any length that are hard for readers: repetitions of the parts of a format, whole and
// empty, before and after what a reader looks for.
import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { hostileTexts } from './hostile-texts.ts'

export interface HostileFile {
  readonly title: string
  /** Returns a file of about this length. */
  readonly of: (length: number) => Buffer
}

const repeated = (unit: Buffer, length: number): Buffer =>
  Buffer.alloc(Math.max(1, Math.floor(length / unit.length)) * unit.length, unit)

/** Returns files that begin with `before` and end with `after`, with each of the parts repeated between them. */
const between = (
  format: string,
  parts: Readonly<Record<string, Buffer>>,
  [before, after]: readonly [Buffer, Buffer],
): HostileFile[] =>
  Object.entries(parts).flatMap(([name, part]) =>
    [after, Buffer.alloc(0)].map((end) => ({
      title: `${format} with ${name} again and again${end === after ? '' : ' and no end'}`,
      of: (length) => Buffer.concat([before, repeated(part, length - before.length - end.length), end]),
    })),
  )

/** Returns dots without a pattern, from a fixed seed. */
function noise(bytes: number): Buffer {
  const data = Buffer.alloc(bytes)
  let state = 1
  for (let at = 0; at < bytes; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    data[at] = state >> 16
  }
  return data
}

// PNG

/** Returns a chunk (PNG specification, 5.3). */
function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
function pngHead(width: number, height: number, { interlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, interlaced ? 1 : 0], 8)
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), pngChunk('IHDR', header)])
}
const pngEnd = pngChunk('IEND', Buffer.alloc(0))
/** Black pixels of a picture 64 wide and high. */
const pngRows = pngChunk('IDAT', deflateSync(Buffer.alloc(64 * (1 + 3 * 64))))
const packed = deflateSync(Buffer.alloc(2000))

/** Returns a picture of noise, with one byte of data in each chunk. */
function pngInBytes(length: number): Buffer {
  const edge = Math.max(1, Math.floor(Math.sqrt(length / 13 / 3)))
  const rows = Buffer.concat(Array.from({ length: edge }, () => Buffer.concat([Buffer.alloc(1), noise(3 * edge)])))
  const data = deflateSync(rows, { level: 0 })
  return Buffer.concat([
    pngHead(edge, edge),
    ...Array.from(data, (byte) => pngChunk('IDAT', Buffer.from([byte]))),
    pngEnd,
  ])
}

const pngs: readonly HostileFile[] = [
  ...between(
    'a PNG',
    {
      'an empty chunk': pngChunk('aaAa', Buffer.alloc(0)),
      'a text': pngChunk('tEXt', Buffer.from('a\0b')),
      'a packed text': pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), packed])),
      'a packed international text': pngChunk('iTXt', Buffer.concat([Buffer.from('a\0\x01\0\0\0'), packed])),
      'a colour profile': pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), packed])),
      'suggested colours': pngChunk('sPLT', Buffer.from('a\0\x08aaaaaa')),
      Exif: pngChunk('eXIf', Buffer.from('49492a0008000000000000000000', 'hex')),
      'an empty part of the rows': pngChunk('IDAT', Buffer.alloc(0)),
    },
    [pngHead(64, 64), Buffer.concat([pngRows, pngEnd])],
  ),
  ...between('a PNG after its rows', { 'more rows': pngRows }, [Buffer.concat([pngHead(64, 64), pngRows]), pngEnd]),
  { title: 'a PNG in parts of one byte', of: pngInBytes },
]

// JPEG: segments of ITU-T T.81, table B.1

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
const grey = sharp(noise(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
const jpeg = await grey.clone().jpeg().toBuffer()
const progressive = await grey.clone().jpeg({ progressive: true }).toBuffer()
const start = jpeg.subarray(0, 2)
const rest = jpeg.subarray(2)
const lastScan = progressive.subarray(progressive.lastIndexOf(Buffer.from('ffda', 'hex')), -2)
const tables = { quantisation: 0xdb, 'Huffman codes': 0xc4 }

const jpegs: readonly HostileFile[] = [
  ...between(
    'a JPEG',
    {
      'fill bytes': Buffer.from([0xff]),
      'restart markers': Buffer.from([0xff, 0xd0]),
      'an empty segment': segment(0xe0, Buffer.alloc(0)),
      'a comment': segment(0xfe, Buffer.from('a')),
      Exif: segment(0xe1, Buffer.from('457869660000' + '49492a0008000000000000000000', 'hex')),
      'a part of a colour profile': segment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01aaaa', 'latin1')),
      'an empty interval': segment(0xdd, Buffer.alloc(2)),
      ...Object.fromEntries(
        Object.entries(tables).map(([name, marker]) => {
          const at = jpeg.indexOf(Buffer.from([0xff, marker]))
          return [`tables of ${name}`, jpeg.subarray(at, at + 2 + jpeg.readUInt16BE(at + 2))]
        }),
      ),
    },
    [start, rest],
  ),
  ...between('a JPEG in the end', { 'a scan': lastScan }, [progressive.subarray(0, -2), progressive.subarray(-2)]),
  ...between('a JPEG in its rows', { zeros: Buffer.from([0]), 'restart markers': Buffer.from([0xff, 0xd0]) }, [
    jpeg.subarray(0, -20),
    jpeg.subarray(-2),
  ]),
]

// WebP: chunks of RFC 9649

const webpChunk = (name: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
const lossy = (await grey.clone().webp().toBuffer()).subarray(12)
const lossless = (await grey.clone().webp({ lossless: true }).toBuffer()).subarray(12)
/** A head with all features; 64 wide and high, stored as one less. */
const webpHead = webpChunk('VP8X', Buffer.from('3e0000003f00003f0000', 'hex'))
const frame = Buffer.concat([Buffer.from('00000000000000003f00003f00000a000000', 'hex').subarray(0, 16), lossy])

const webps: readonly HostileFile[] = between(
  'a WebP',
  {
    'an empty chunk': webpChunk('aaaa', Buffer.alloc(0)),
    Exif: webpChunk('EXIF', Buffer.from('49492a0008000000000000000000', 'hex')),
    'a colour profile': webpChunk('ICCP', Buffer.from('aaaa')),
    XMP: webpChunk('XMP ', Buffer.from('<a/>')),
    'a frame': webpChunk('ANMF', frame),
    'an empty frame': webpChunk('ANMF', frame.subarray(0, 16)),
    alpha: webpChunk('ALPH', Buffer.from([0])),
    'the picture': lossy,
    'the picture without loss': lossless,
  },
  [webpHead, lossy],
).map(({ title, of }) => ({
  title,
  of: (length) => {
    const chunks = of(length - 12)
    const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
    head.writeUInt32LE(chunks.length + 4, 4)
    return Buffer.concat([head, chunks])
  },
}))

export const hostilePicturesByType = { png: pngs, jpg: jpegs, webp: webps }
export const hostilePictures: readonly HostileFile[] = Object.values(hostilePicturesByType).flat()

// Sound

const sound = (name: string) => readFileSync(new URL(`../../apis/translation/test/audio/${name}`, import.meta.url))
const mp3 = sound('market.mp3')
const flac = sound('market.flac')
const ogg = sound('market.opus')
const webm = sound('market.webm')
const nothing = Buffer.alloc(0)
/** A page of Ogg without a segment (RFC 3533, section 6). */
const emptyPage = Buffer.from(`4f67675300${'00'.repeat(21)}00`, 'hex')
/** The magic number, then the stream info as a block that is not the last. */
const flacHead = Buffer.concat([Buffer.from('fLaC\0\0\0\x22', 'latin1'), flac.subarray(8, 42)])

export const hostileSounds: readonly HostileFile[] = [
  ...between('an MP3', { itself: mp3, 'an empty ID3 tag': Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1') }, [
    nothing,
    mp3,
  ]),
  ...between('an MP3', { 'half a frame header': Buffer.from('fffb', 'hex'), zeros: Buffer.from([0]) }, [mp3, mp3]),
  ...between(
    'a FLAC',
    {
      'empty padding': Buffer.from('01000000', 'hex'),
      'a comment': Buffer.from('040000080000000000000000', 'hex'),
      'a picture': Buffer.concat([Buffer.from('06000020', 'hex'), Buffer.alloc(32)]),
      'a seek point': Buffer.concat([Buffer.from('03000012', 'hex'), Buffer.alloc(18)]),
      'half a frame header': Buffer.from('fff8', 'hex'),
    },
    [flacHead, flac.subarray(42)],
  ),
  ...between('a FLAC', { itself: flac }, [nothing, flac]),
  ...between('an Ogg', { 'an empty page': emptyPage, 'its magic': Buffer.from('OggS'), itself: ogg }, [ogg, ogg]),
  ...between(
    'a WebM',
    {
      'an empty void': Buffer.from('ec80', 'hex'),
      'an empty cluster': Buffer.from('1f43b67580', 'hex'),
      'a cluster without an end': Buffer.from('1f43b675ff', 'hex'),
      'a segment without an end': Buffer.from('18538067ff', 'hex'),
      'an empty tag': Buffer.from('1254c36780', 'hex'),
      'an empty cue': Buffer.from('1c53bb6b82bb80', 'hex'),
      itself: webm,
    },
    [webm, webm],
  ),
]

// PDF: objects of ISO 32000-2, section 7.3

/** Returns a file with objects numbered from 1, the first of which is the catalogue. */
function pdfOf(objects: readonly (string | Buffer)[], { table = true } = {}): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let at = 9
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    places.push(at)
    at += part.length
    parts.push(part)
  }
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<</Size ${places.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`
  const xref = `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${entries}${trailer}`
  return Buffer.concat([...parts, Buffer.from(table ? xref : 'trailer\n<</Root 1 0 R>>\n')])
}
const stream = (text: string, fields = '') =>
  `<<${fields}/Length ${Buffer.byteLength(text)}>>stream\n${text}\nendstream`
const pageFields = '/Type/Page/MediaBox[0 0 595 842]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R'
const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>'
/** Returns a page that draws `content`, in a font whose characters `map` names. */
const onePage = (content: string, map = '', more: readonly string[] = [], options = {}) =>
  pdfOf(
    [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      `<<${pageFields}/Parent 2 0 R>>`,
      font,
      stream(content),
      stream(map),
      ...more,
    ],
    options,
  )
const hello = 'BT /F1 12 Tf 72 700 Td (Hello) Tj ET'
const times = (unit: string, length: number) => unit.repeat(Math.max(1, Math.floor(length / unit.length)))
/**
 * Operators of a page, except `q` alone: PDF.js takes quadratic time in the depth of nested graphics states, 2 s for
 * 16 kB and the whole time limit of its process (documents/formats/pdf.ts) for 64 kB. After that the file is refused.
 */
const contents = [
  '(a) Tj ',
  '[(a) -1000 (b)] TJ ',
  '(a) Tj T* ',
  'BT ',
  'ET ',
  '/F1 9 Tf ',
  'BI ID EI ',
  '/F1 Do ',
  '1 0 0 1 0 9 Tm (a) Tj ',
]
const maps = [
  '<00> <0041>\n',
  '<00> <ff> <0041>\n',
  '<00> <ff> [<0041> ',
  '1 beginbfchar\n',
  '0 begincodespacerange\n',
  '/a usecmap\n',
]
const raw = [
  '1 0 obj\n',
  'endobj\n',
  'trailer\n',
  'startxref\n0\n',
  'xref\n0 1\n',
  '%%EOF\n',
  'stream\n',
  'endstream\n',
  '<<',
  '[',
  '(',
  '/a ',
  '%PDF-1.7\n',
  '1 0 obj <</Type/Page>> endobj\n',
  'trailer <</Root 1 0 R>>\n',
]

export const hostilePdfs: readonly HostileFile[] = [
  ...contents.map((unit) => ({
    title: `a PDF whose page says ${unit}`,
    of: (length: number) => onePage(`BT /F1 12 Tf 12 TL 72 700 Td ${times(unit, length)} ET`),
  })),
  ...hostileTexts('BT /F1 12 Tf (').map(({ title, of }) => ({
    title: `a PDF whose page says ${title}`,
    of: (length: number) => onePage(of(length)),
  })),
  ...maps.map((unit) => ({
    title: `a PDF whose characters are ${JSON.stringify(unit)}`,
    of: (length: number) => onePage(hello, `begincmap 1 beginbfrange\n${times(unit, length)}endbfrange endcmap`),
  })),
  ...raw.flatMap((unit) =>
    [true, false].map((table) => ({
      title: `a PDF ${table ? 'with' : 'without'} a table, and ${JSON.stringify(unit)} behind it`,
      of: (length: number) => Buffer.concat([onePage(hello, '', [], { table }), Buffer.from(times(unit, length))]),
    })),
  ),
  {
    title: 'a PDF of many pages',
    of: (length) => {
      const count = Math.ceil(length / 120)
      const pages = Array.from({ length: count }, () => `<<${pageFields}/Parent 2 0 R>>`)
      const kids = Array.from({ length: count }, (_, at) => `${at + 6} 0 R`).join(' ')
      return pdfOf([
        ...['<</Type/Catalog/Pages 2 0 R>>', `<</Type/Pages/Kids[${kids}]/Count ${count}>>`, 'null', '<<>>'],
        ...[stream(hello), ...pages],
      ])
    },
  },
  {
    title: 'a PDF whose pages are nested',
    of: (length) => {
      const depth = Math.ceil(length / 60)
      const nodes = Array.from(
        { length: depth },
        (_, at) => `<</Type/Pages/Kids[${at + 4 > depth + 2 ? 3 : at + 4} 0 R]/Count 1>>`,
      )
      const [first = '', ...others] = nodes
      return pdfOf(['<</Type/Catalog/Pages 2 0 R>>', first, `<<${pageFields}>>`, ...others])
    },
  },
  ...['[', '<<', '<</a '].map((unit) => ({
    title: `a PDF with nested ${unit}`,
    of: (length: number) => pdfOf([times(unit, length), '<<>>']),
  })),
  {
    title: 'a PDF with many empty objects',
    of: (length) =>
      onePage(
        hello,
        '',
        Array.from({ length: Math.ceil(length / 40) }, () => 'null'),
      ),
  },
  {
    title: 'a PDF with many empty objects and no table',
    of: (length) =>
      onePage(
        hello,
        '',
        Array.from({ length: Math.ceil(length / 20) }, () => 'null'),
        { table: false },
      ),
  },
]

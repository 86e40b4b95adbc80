// Containers of any length that are hard for readers: archives with many entries, and lists of parts of WAV and MP4
// without an end. Below them, all hostile files by the ending of their name.
import { crc32 } from 'node:zlib'
import { type HostileFile, hostilePdfs, hostilePicturesByType, hostileSounds } from './hostile-media.ts'

const countOf = (length: number, each: number) => Math.max(1, Math.floor(length / each))

// ZIP: records of APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16

interface Entry {
  readonly name: string
  readonly data?: Buffer
  /** Extra fields of the table of contents. */
  readonly extra?: Buffer
  readonly comment?: Buffer
}

/** Returns an archive of stored entries; those of `overlapping` share the bytes of the first. */
function zipOf(entries: readonly Entry[], { overlapping = false, comment = Buffer.alloc(0) } = {}): Buffer {
  const parts: Buffer[] = []
  const table: Buffer[] = []
  let at = 0
  for (const { name, data = Buffer.alloc(0), extra = Buffer.alloc(0), comment: note = Buffer.alloc(0) } of entries) {
    const place = overlapping ? 0 : at
    // from the version to the lengths of name and extra fields: the same in both records
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(data.length, 14)
    facts.writeUInt32LE(data.length, 18)
    facts.writeUInt16LE(name.length, 22)
    if (!overlapping || at === 0) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name, 'latin1'), data])
      parts.push(local)
      at += local.length
    }
    const head = Buffer.alloc(46)
    head.write('PK\x01\x02', 'latin1')
    head.writeUInt16LE(20, 4)
    facts.copy(head, 6)
    head.writeUInt16LE(extra.length, 30)
    head.writeUInt16LE(note.length, 32)
    head.writeUInt32LE(place, 42)
    table.push(head, Buffer.from(name, 'latin1'), extra, note)
  }
  const contents = Buffer.concat(table)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length & 0xffff, 8)
  end.writeUInt16LE(entries.length & 0xffff, 10)
  end.writeUInt32LE(contents.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...parts, contents, end, comment])
}

const extraField = Buffer.from('99990000', 'hex')

/** Returns archives that hold `part` as a document of their kind does. */
function hostileArchives(part: string, content: string): readonly HostileFile[] {
  const first = { name: part, data: Buffer.from(content) }
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const many = (length: number, entry: (at: number) => Entry, each: number) => [
    first,
    ...Array.from({ length: countOf(length, each) }, (_, at) => entry(at)),
  ]
  const numbered = (at: number) => String(at).padStart(6, '0')
  const of = (title: string, make: (length: number) => Buffer): HostileFile => ({ title: `a ZIP ${title}`, of: make })
  return [
    of('of many empty files', (length) => zipOf(many(length, (at) => ({ name: numbered(at) }), 88))),
    of('of many folders', (length) => zipOf(many(length, (at) => ({ name: `${numbered(at)}/` }), 90))),
    of('of many small texts', (length) =>
      zipOf(many(length, (at) => ({ name: `${folder}${numbered(at)}.xml`, data: first.data }), 150 + content.length)),
    ),
    of('of one name again and again', (length) => zipOf(many(length, () => first, 100 + content.length))),
    of('whose files overlap', (length) =>
      zipOf(
        many(length, () => first, 46 + part.length),
        { overlapping: true },
      ),
    ),
    of('with a long name', (length) =>
      zipOf(many(length, () => ({ name: 'a/'.repeat(Math.min(30_000, length / 4)) }), length)),
    ),
    of('with long names of folders', (length) =>
      zipOf(many(length, (at) => ({ name: `${'a/'.repeat(500)}${at}` }), 2100)),
    ),
    of('with many extra fields', (length) =>
      zipOf(many(length, (at) => ({ name: numbered(at), extra: Buffer.alloc(32_768, extraField) }), 32_856)),
    ),
    of('with long remarks', (length) =>
      zipOf(many(length, (at) => ({ name: numbered(at), comment: Buffer.alloc(32_768, 'PK\x05\x06') }), 32_856)),
    ),
    of('with ends in its remark', (length) =>
      zipOf([first], { comment: Buffer.alloc(Math.min(65_535, length), 'PK\x05\x06', 'latin1') }),
    ),
    of('before many ends', (length) => Buffer.concat([zipOf([first]), Buffer.alloc(length, 'PK\x05\x06', 'latin1')])),
    of('behind many beginnings', (length) =>
      Buffer.concat([Buffer.alloc(length, 'PK\x03\x04', 'latin1'), zipOf([first])]),
    ),
    of('of one long text', (length) => zipOf([{ name: part, data: Buffer.alloc(length, content) }])),
  ]
}

// WAV: chunks of RIFF

function riffChunk(name: string, data: Buffer | string, claimed?: number): Buffer {
  const bytes = Buffer.from(data)
  const head = Buffer.from(`${name}....`, 'latin1')
  head.writeUInt32LE(claimed ?? bytes.length, 4)
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)])
}
const pcm = Buffer.from('01000100c05d000080bb000002001000', 'hex')
const wave = (chunks: Buffer) => {
  const head = Buffer.from('RIFF....WAVE', 'latin1')
  head.writeUInt32LE(chunks.length + 4, 4)
  return Buffer.concat([head, chunks])
}
const software = riffChunk('ISFT', 'gatehouse/speak-1')
const lists = {
  'an empty chunk': riffChunk('aaaa', ''),
  'an empty list': riffChunk('LIST', 'INFO'),
  'a list with a comment': riffChunk('LIST', Buffer.concat([Buffer.from('INFO'), software, riffChunk('ICMT', 'a\0')])),
  'a list that claims to be longer': riffChunk('LIST', 'INFO', 0xffffffff),
  'a format': riffChunk('fmt ', pcm),
  'samples without an end': riffChunk('data', '', 0xffffffff),
}

export const hostileWaves: readonly HostileFile[] = [
  ...Object.entries(lists).flatMap(([name, unit]) =>
    [true, false].map((hasSamples) => ({
      title: `a WAV with ${name} again and again${hasSamples ? '' : ' and no samples'}`,
      of: (length: number) =>
        wave(
          Buffer.concat([
            riffChunk('fmt ', pcm),
            Buffer.alloc(countOf(length, unit.length) * unit.length, unit),
            ...(hasSamples ? [riffChunk('data', Buffer.alloc(100))] : []),
          ]),
        ),
    })),
  ),
  ...Object.entries({ 'an empty remark': riffChunk('ICMT', ''), 'a remark': riffChunk('ICMT', 'a '), software }).map(
    ([name, unit]) => ({
      title: `a WAV whose list has ${name} again and again`,
      of: (length: number) => {
        const items = Buffer.alloc(countOf(length, unit.length) * unit.length, unit)
        const list = riffChunk('LIST', Buffer.concat([Buffer.from('INFO'), software, items]))
        return wave(Buffer.concat([riffChunk('fmt ', pcm), list, riffChunk('data', Buffer.alloc(100))]))
      },
    }),
  ),
]

// MP4: boxes of ISO/IEC 14496-12, section 4.2

function box(type: string, data: Buffer): Buffer {
  const head = Buffer.from(`....${type}`, 'latin1')
  head.writeUInt32BE(data.length + 8)
  return Buffer.concat([head, data])
}
const none = Buffer.alloc(0)
const fileType = box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'))

const hostileMovies: readonly HostileFile[] = [
  ...['free', 'moov', 'mdat', 'uuid'].map((type) => ({
    title: `an MP4 of empty boxes of ${type}`,
    of: (length: number) => Buffer.concat([fileType, Buffer.alloc(countOf(length, 8) * 8, box(type, none))]),
  })),
  {
    title: 'an MP4 of nested boxes',
    of: (length) => {
      const count = countOf(length, 8)
      const heads = Buffer.alloc(count * 8, 'moov')
      for (let at = 0; at < count; at++) heads.writeUInt32BE((count - at) * 8, at * 8)
      for (let at = 0; at < count; at++) heads.write('moov', at * 8 + 4, 'latin1')
      return Buffer.concat([fileType, heads])
    },
  },
]

const soundsOf = (kind: string) => hostileSounds.filter(({ title }) => title.startsWith(kind))
export const officeArchives = {
  docx: hostileArchives('word/document.xml', '<w:p><w:r><w:t>a</w:t></w:r></w:p>'),
  pptx: hostileArchives('ppt/slides/slide1.xml', '<a:p><a:r><a:t>a</a:t></a:r></a:p>'),
  xlsx: hostileArchives('xl/sharedStrings.xml', '<si><t>a</t></si>'),
  odt: hostileArchives('content.xml', '<text:p>a</text:p>'),
}
export const hostileFiles: readonly (HostileFile & { readonly fileName: string })[] = Object.entries({
  ...hostilePicturesByType,
  mp3: soundsOf('an MP3'),
  flac: soundsOf('a FLAC'),
  ogg: soundsOf('an Ogg'),
  webm: soundsOf('a WebM'),
  wav: hostileWaves,
  mp4: hostileMovies,
  pdf: hostilePdfs,
  ...officeArchives,
}).flatMap(([ending, files]) => files.map((file) => ({ ...file, fileName: `a.${ending}` })))

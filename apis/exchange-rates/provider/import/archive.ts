// The one file inside a ZIP archive, as the central bank packs its CSV. Not a general reader: no ZIP64, no encryption, no
// second file. The archive is small and held whole; what comes out of it is a bounded stream.
import { crc32, createInflateRaw } from 'node:zlib'
import { refused } from './day-collector.ts'

/** The history has about 0.7 MB packed and 1.8 MB unpacked. */
const archiveLimit = 32 * 1024 * 1024
const unpackedLimit = 256 * 1024 * 1024

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const entryBytes = 46
const localBytes = 30
const commentLimit = 65_535
const stored = 0
const deflated = 8

interface Entry {
  readonly method: number
  readonly crc: number
  readonly packed: Buffer
  readonly bytes: number
}

/** Bytes of the only `.csv` or `.xml` file of the archive. Throws `import.invalid` on anything else or on damage. */
export async function* readZip(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const entry = onlyEntry(await gather(chunks))
  let bytes = 0
  let crc = 0
  for await (const chunk of unpack(entry)) {
    bytes += chunk.length
    if (bytes > entry.bytes) throw refused(['the file in the archive is longer than the archive says'])
    crc = crc32(chunk, crc)
    yield chunk
  }
  if (bytes !== entry.bytes || crc !== entry.crc) throw refused(['the archive is damaged'])
}

async function gather(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > archiveLimit) throw refused([`the archive has more than ${archiveLimit} bytes`])
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

async function* unpack({ method, packed }: Entry): AsyncGenerator<Buffer> {
  if (method === stored) {
    yield packed
    return
  }
  const inflate = createInflateRaw()
  inflate.end(packed)
  try {
    for await (const chunk of inflate) if (Buffer.isBuffer(chunk)) yield chunk
  } catch (error) {
    throw isZlibError(error) ? refused(['the archive is damaged']) : error
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

/** Reads the central directory (APPNOTE 4.3.12); sizes and checksum of local headers may be missing, those here may not. */
function onlyEntry(archive: Buffer): Entry {
  const end = endPosition(archive)
  const entries = archive.readUInt16LE(end + 10)
  const at = archive.readUInt32LE(end + 16)
  if (entries !== 1) throw refused([`the archive holds ${entries} files; it must hold one`])
  if (at + entryBytes > end || archive.readUInt32LE(at) !== entrySignature) throw refused(['the archive is damaged'])
  const name = archive.toString('latin1', at + entryBytes, at + entryBytes + archive.readUInt16LE(at + 28))
  const method = archive.readUInt16LE(at + 10)
  const bytes = archive.readUInt32LE(at + 24)
  if (!/\.(csv|xml)$/i.test(name)) throw refused(['the file in the archive is neither .csv nor .xml'])
  if ((archive.readUInt16LE(at + 8) & 1) !== 0) throw refused(['the archive is encrypted'])
  if (method !== stored && method !== deflated) throw refused([`the archive is packed by method ${method}, not 0 or 8`])
  if (bytes > unpackedLimit) throw refused([`the file in the archive has more than ${unpackedLimit} bytes`])
  return { method, bytes, crc: archive.readUInt32LE(at + 16), packed: packedBytes(archive, at) }
}

/** The end record stands last, before a comment of at most 65,535 bytes. */
function endPosition(archive: Buffer): number {
  const lowest = Math.max(0, archive.length - endBytes - commentLimit)
  for (let at = archive.length - endBytes; at >= lowest; at--) if (archive.readUInt32LE(at) === endSignature) return at
  throw refused(['the archive breaks off before its end'])
}

function packedBytes(archive: Buffer, at: number): Buffer {
  const bytes = archive.readUInt32LE(at + 20)
  const local = archive.readUInt32LE(at + 42)
  if (local + localBytes > archive.length || archive.readUInt32LE(local) !== localSignature)
    throw refused(['the archive is damaged'])
  const start = local + localBytes + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  if (start + bytes > archive.length) throw refused(['the archive is damaged'])
  return archive.subarray(start, start + bytes)
}

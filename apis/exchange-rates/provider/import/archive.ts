// The one file inside a ZIP archive, as the central bank packs it. `fflate` reads the entry and inflates it piece by
// piece; this file sets the bounds and checks what `fflate` does not: encryption and the checksum.
import { crc32 } from 'node:zlib'
import type { UnzipFile } from 'fflate'
import { Failure } from '#define'
import { invalidImport, limitBytes, yieldToEventLoop } from '#provider'

/** The history has about 0.7 MB packed and 1.8 MB unpacked. */
const maxArchiveBytes = 32 * 1024 * 1024
const maxUnpackedBytes = 256 * 1024 * 1024
/** A piece may inflate to a thousand times its size: small ones keep the thread free and the limit close. */
const pieceBytes = 4096

const stored = 0
const deflated = 8

/** Whether a file begins like a ZIP archive. */
export function isArchive(head: Buffer): boolean {
  return head.toString('latin1').startsWith('PK\x03\x04')
}

/** Bytes of the only `.csv` or `.xml` file of the archive. Throws `import.invalid` on anything else and on damage. */
export async function* unpackArchive(
  chunks: AsyncIterable<Buffer>,
  maxBytes = maxUnpackedBytes,
): AsyncGenerator<Buffer> {
  const parts: Buffer[] = []
  for await (const chunk of limitBytes(chunks, maxArchiveBytes)) parts.push(chunk)
  const archive = Buffer.concat(parts)
  const expected = readDirectory(archive)
  let bytes = 0
  let checksum = 0
  for await (const piece of inflate(archive)) {
    bytes += piece.length
    if (bytes > maxBytes) throw invalidImport(`the file in the archive has more than ${maxBytes} bytes`)
    checksum = crc32(piece, checksum)
    yield piece
  }
  if (checksum !== expected) throw invalidImport('the archive is damaged')
}

/** The checksum of the one entry, from the central directory (SOURCES 5.5). Refuses encrypted archives. */
function readDirectory(archive: Buffer): number {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw invalidImport('the archive is truncated')
  return orDamaged(() => {
    const entries = archive.readUInt16LE(end + 10)
    if (entries !== 1) throw invalidImport(`the archive holds ${entries} files; it must hold one`)
    const entry = archive.readUInt32LE(end + 16)
    if ((archive.readUInt16LE(entry + 8) & 1) !== 0) throw invalidImport('the archive is encrypted')
    return archive.readUInt32LE(entry + 16)
  })
}

async function* inflate(archive: Buffer): AsyncGenerator<Buffer> {
  // loaded on use: few imports are archives
  const { Unzip, UnzipInflate } = await import('fflate')
  const inflated: Uint8Array[] = []
  const unzip = new Unzip((file) => {
    requireReadable(file)
    file.ondata = (error, data) => {
      if (error) throw error
      inflated.push(data)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < archive.length; at += pieceBytes) {
    const isLast = at + pieceBytes >= archive.length
    orDamaged(() => unzip.push(archive.subarray(at, at + pieceBytes), isLast))
    for (const data of inflated.splice(0)) yield Buffer.from(data.buffer, data.byteOffset, data.length)
    await yieldToEventLoop()
  }
}

function requireReadable({ name, compression }: UnzipFile): void {
  if (!/\.(csv|xml)$/i.test(name)) throw invalidImport('the file in the archive is neither .csv nor .xml')
  if (compression !== stored && compression !== deflated)
    throw invalidImport(`the archive is packed by method ${compression}, not 0 or 8`)
}

/** Treats errors of `fflate` and reads beyond the end as damage; rethrows `import.invalid` unchanged. */
function orDamaged<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Failure ? error : invalidImport('the archive is damaged', error)
  }
}

// Unpacks the single file inside a ZIP archive of the central bank.
import type { FileEntry, ZipReader } from '@zip.js/zip.js'
import { invalidImport, limitBytes } from '#provider/import'

/** The history has about 0.7 MB compressed and 1.8 MB uncompressed. */
const maxArchiveBytes = 32 * 1024 * 1024
const maxUnpackedBytes = 256 * 1024 * 1024

const stored = 0
const deflated = 8

/** Reports whether a file begins like a ZIP archive. */
export function isArchive(head: Buffer): boolean {
  return head.toString('latin1').startsWith('PK\x03\x04')
}

/** Yields the only `.csv` or `.xml` file of the archive. Throws `import.invalid` for any other or damaged archive. */
export async function* unpackArchive(
  chunks: AsyncIterable<Buffer>,
  maxBytes = maxUnpackedBytes,
): AsyncGenerator<Buffer> {
  // loaded on use: few imports are archives
  const { Uint8ArrayReader, ZipReader } = await import('@zip.js/zip.js')
  const archive = Buffer.concat(await Array.fromAsync(limitBytes(chunks, maxArchiveBytes)))
  const options = { useWebWorkers: false, checkCrc32: true, strictness: 'strict' } as const
  const entry = await onlyFile(new ZipReader(new Uint8ArrayReader(archive), options))
  // the library refuses a file with more bytes than it claims
  if (entry.uncompressedSize > maxBytes) throw invalidImport(`the file in the archive has more than ${maxBytes} bytes`)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const unpacking = entry.getData(writable)
  // a failure also ends the loop below
  unpacking.catch(() => {})
  try {
    for await (const piece of readable) yield Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    await unpacking
  } catch (cause) {
    throw invalidImport('the archive is damaged', cause)
  }
}

async function onlyFile(reader: ZipReader<unknown>): Promise<FileEntry> {
  const entries = await reader.getEntries().catch((cause: unknown) => {
    throw invalidImport('the archive is damaged', cause)
  })
  const [entry] = entries
  if (entry === undefined || entry.directory || entries.length !== 1)
    throw invalidImport(`the archive holds ${entries.length} files; it must hold one`)
  if (entry.encrypted) throw invalidImport('the archive is encrypted')
  if (!/\.(csv|xml)$/i.test(entry.filename)) throw invalidImport('the file in the archive is neither .csv nor .xml')
  if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated)
    throw invalidImport(`the archive is packed by method ${entry.compressionMethod}, not 0 or 8`)
  return entry
}

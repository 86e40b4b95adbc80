// Reads ZIP archives, such as Office documents, within limits, and writes them with some files replaced; the others
// keep their compressed bytes.
import { type FileEntry, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js'
import { badRequest } from '../errors.ts'

export type ZipEntry = FileEntry

const maxEntries = 10_000
/** Limit of the unpacked size of one file. */
export const maxFileBytes = 64 * 1024 * 1024
/** Limit of the compressed size of all files; a request body is smaller. */
const maxPackedBytes = 256 * 1024 * 1024
/** 1 January 1980, the earliest time of the format; a fixed date makes the result depend on the source alone. */
const earliest = new Date(1980, 0, 1)
const here = { useWebWorkers: false }

/**
 * Lists the files of an archive. Throws 400 for anything but a plain archive: damaged, encrypted, split, overlapping,
 * with more than 10,000 files, a repeated name or a path that leads out of it.
 */
export async function readZip(bytes: Buffer): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  let packedBytes = 0
  try {
    const checks = { checkCrc32: true, checkOverlappingEntry: true, strictness: 'strict' } as const
    const reader = new ZipReader(new Uint8ArrayReader(bytes), { ...here, ...checks })
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.directory) continue
      packedBytes += entry.compressedSize
      const isPlain = !entry.encrypted && [0, 8].includes(entry.compressionMethod) && isPlainPath(entry.filename)
      if (!isPlain || names.has(entry.filename) || names.size === maxEntries || packedBytes > maxPackedBytes)
        throw damaged()
      names.add(entry.filename)
      entries.push(entry)
    }
  } catch {
    throw damaged()
  }
  return entries
}

function isPlainPath(name: string): boolean {
  return name !== '' && !/^[/\\]|\\|\0|^[a-z]:/i.test(name) && !name.split('/').includes('..')
}

/** Unpacks a file. Throws 400 if it is damaged, larger than declared, or larger than 64 MiB. */
export async function unpacked(entry: ZipEntry): Promise<Buffer> {
  if (entry.uncompressedSize > maxFileBytes) throw damaged()
  return read(entry)
}

/** Writes the archive with new bytes for the files of these names. */
export async function writeZip(entries: readonly ZipEntry[], replaced: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { ...here, lastModDate: earliest, extendedTimestamp: false })
  for (const entry of entries) {
    const { filename, compressionMethod, uncompressedSize, crc32 } = entry
    const bytes = replaced.get(filename)
    if (bytes) await writer.add(filename, new Uint8ArrayReader(bytes))
    else {
      // only encrypted files lack a checksum, and those are refused
      if (crc32 === undefined) throw damaged()
      const packed = await read(entry, { passThrough: true })
      const facts = { passThrough: true, compressionMethod, uncompressedSize, crc32 }
      await writer.add(filename, new Uint8ArrayReader(packed), facts)
    }
  }
  return Buffer.from(await writer.close())
}

async function read(entry: ZipEntry, options: { readonly passThrough?: true } = {}): Promise<Buffer> {
  try {
    const bytes = await entry.getData(new Uint8ArrayWriter(), { ...here, ...options })
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  } catch {
    throw damaged()
  }
}

const damaged = () => badRequest('Invalid file data.')

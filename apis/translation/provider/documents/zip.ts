// Reads a ZIP archive and writes it again with some files replaced; the others keep their bytes. Nothing is unpacked
// beyond the bounds that are declared here, whatever the archive says.
import { promisify } from 'node:util'
import { crc32, deflateRaw, inflateRaw } from 'node:zlib'
import { badRequest } from '../errors.ts'

export interface ZipEntry {
  readonly name: string
  /** 0 stored, 8 deflated. */
  readonly method: number
  readonly crc: number
  readonly size: number
  /** As it is in the archive. */
  readonly packed: Buffer
}

const maxEntries = 10_000
/** Of one file that is read. */
const maxFileBytes = 64 * 1024 * 1024
const endSignature = 0x06054b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50
const inflate = promisify(inflateRaw)
const deflate = promisify(deflateRaw)

/**
 * Throws 400 for whatever is not a plain archive: damaged, encrypted, split, with more than 10,000 files or odd paths.
 */
export function readZip(bytes: Buffer): ZipEntry[] {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end === -1 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== endSignature) throw damaged()
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count > maxEntries) throw damaged()
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== centralSignature) throw damaged()
    const { entry, length } = entryAt(bytes, at)
    if (names.has(entry.name)) throw damaged()
    names.add(entry.name)
    entries.push(entry)
    at += length
  }
  return entries
}

function entryAt(bytes: Buffer, at: number): { readonly entry: ZipEntry; readonly length: number } {
  const flags = bytes.readUInt16LE(at + 8)
  const method = bytes.readUInt16LE(at + 10)
  const [packedSize, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
  const nameLength = bytes.readUInt16LE(at + 28)
  const length = 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  const local = bytes.readUInt32LE(at + 42)
  const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
  const isEncrypted = (flags & 1) === 1
  if (isEncrypted || (method !== 0 && method !== 8) || !isPlainPath(name)) throw damaged()
  if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== localSignature) throw damaged()
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  if (start + packedSize > bytes.length) throw damaged()
  const packed = bytes.subarray(start, start + packedSize)
  return { entry: { name, method, crc: bytes.readUInt32LE(at + 16), size, packed }, length }
}

function isPlainPath(name: string): boolean {
  return name !== '' && !/^[/\\]|\\|\0|^[a-z]:/i.test(name) && !name.split('/').includes('..')
}

/** The bytes of a file. Throws 400 when they are damaged, more than it says or more than 64 MiB. */
export async function unpacked({ method, packed, size, crc }: ZipEntry): Promise<Buffer> {
  if (size > maxFileBytes) throw damaged()
  if (method === 0) return packed
  const bytes = await inflate(packed, { maxOutputLength: size + 1 }).catch(() => undefined)
  if (!bytes || bytes.length !== size || crc32(bytes) !== crc) throw damaged()
  return bytes
}

/** The archive with new bytes for the files of these names. */
export async function writeZip(entries: readonly ZipEntry[], replaced: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const original of entries) {
    const bytes = replaced.get(original.name)
    const entry = bytes
      ? { name: original.name, method: 8, crc: crc32(bytes), size: bytes.length, packed: await deflate(bytes) }
      : original
    const name = Buffer.from(entry.name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    // names are UTF-8
    fields.writeUInt16LE(0x0800, 2)
    fields.writeUInt16LE(entry.method, 4)
    // 1 January 1980, the earliest time: the result depends on nothing but the source
    fields.writeUInt16LE(0x21, 8)
    fields.writeUInt32LE(entry.crc, 10)
    fields.writeUInt32LE(entry.packed.length, 14)
    fields.writeUInt32LE(entry.size, 18)
    fields.writeUInt16LE(name.length, 22)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), fields, name, entry.packed)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, rest, name)
    offset += 30 + name.length + entry.packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(endSignature, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}

const damaged = () => badRequest('Invalid file data.')

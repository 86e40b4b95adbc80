// The file of a backup: a ZIP archive whose comment is the SHA-256 of everything before it, so that no changed byte
// passes. It is written under a temporary name, synced, and then renamed.
import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BlobReader, type FileEntry, ZipReader, ZipWriter } from '@zip.js/zip.js'
import { ArchiveRefused } from './archive-refused.ts'

interface PartSum {
  readonly bytes: number
  readonly sha256: string
}
/** Adds a part; resolves once it is written. */
export type AddPart = (name: string, content: AsyncIterable<Buffer>) => Promise<PartSum>

const digestLength = 64
const inThisThread = { useWebWorkers: false }
export const temporarySuffix = '.partial'

/** Writes an archive of what `fill` adds. The file appears complete or not at all. */
export async function writeArchive<T>(path: string, fill: (add: AddPart) => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}${temporarySuffix}`
  const handle = await open(temporary, 'wx', 0o600)
  try {
    const result = await fillArchive(handle, fill)
    await handle.sync()
    await handle.close()
    await rename(temporary, path)
    await syncFolder(dirname(path))
    return result
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(temporary, { force: true })
    throw error
  }
}

async function fillArchive<T>(handle: FileHandle, fill: (add: AddPart) => Promise<T>): Promise<T> {
  const whole = createHash('sha256')
  let end: Buffer = Buffer.alloc(0)
  const written = new WritableStream<Uint8Array>({
    async write(chunk) {
      const all = Buffer.concat([end, chunk])
      const cut = Math.max(0, all.length - digestLength)
      const ready = all.subarray(0, cut)
      whole.update(ready)
      end = all.subarray(cut)
      await handle.writeFile(ready)
    },
  })
  const zip = new ZipWriter(written, inThisThread)
  const result = await fill((name, content) => addPart(zip, name, content))
  // the comment ends the file; its place is taken here and filled below
  await zip.close(Buffer.alloc(digestLength, '0'))
  await handle.writeFile(whole.digest('hex'))
  return result
}

async function addPart(zip: ZipWriter<unknown>, name: string, content: AsyncIterable<Buffer>): Promise<PartSum> {
  const sum = createHash('sha256')
  let bytes = 0
  async function* summed() {
    for await (const chunk of content) {
      sum.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await zip.add(name, ReadableStream.from(summed()))
  return { bytes, sha256: sum.digest('hex') }
}

/** An opened archive, whose every byte has been checked. */
export interface Archive {
  /** Yields the content of a part. Throws ArchiveRefused, at its end at the latest, unless it has this sum. */
  read(name: string, sha256?: string): AsyncGenerator<Buffer>
}

/** Opens an archive. Throws ArchiveRefused if a byte of it has changed, or for any other file. */
export async function openArchive(path: string): Promise<Archive> {
  const { size } = await stat(path).catch(() => {
    throw new ArchiveRefused(`There is no file ${path}.`)
  })
  await checkDigest(path, size)
  const reader = new ZipReader(new BlobReader(await openAsBlob(path)), {
    ...inThisThread,
    checkCrc32: true,
    strictness: 'strict',
  })
  const entries = new Map<string, FileEntry>()
  for await (const entry of reader.getEntriesGenerator()) if (!entry.directory) entries.set(entry.filename, entry)
  return {
    async *read(name, sha256) {
      const entry = entries.get(name)
      if (!entry) throw new ArchiveRefused(`The backup lacks its part ${name}.`)
      const sum = createHash('sha256')
      for await (const chunk of contentOf(entry)) {
        sum.update(chunk)
        yield chunk
      }
      if (sha256 !== undefined && sum.digest('hex') !== sha256)
        throw new ArchiveRefused(`The part ${name} of the backup is not the one that was written.`)
    },
  }
}

async function checkDigest(path: string, size: number): Promise<void> {
  const refusal = new ArchiveRefused(`${path} is damaged, or this program did not make it.`)
  if (size <= digestLength) throw refusal
  const whole = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: size - digestLength - 1 })) whole.update(chunk)
  const digest = Buffer.concat(await Array.fromAsync(createReadStream(path, { start: size - digestLength })))
  if (digest.toString('latin1') !== whole.digest('hex')) throw refusal
}

async function* contentOf(entry: FileEntry): AsyncGenerator<Buffer> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const unpacking = entry.getData(writable)
  // a failure also ends the loop below
  unpacking.catch(() => {})
  for await (const piece of readable) yield Buffer.from(piece.buffer, piece.byteOffset, piece.length)
  await unpacking
}

/** Makes a rename in this folder last. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; its file systems journal the rename
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

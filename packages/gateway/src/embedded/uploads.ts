// Stores the files of multipart bodies for the duration of their call: short ones in memory, longer ones in a folder
// below the data folder, one per process.
import { randomUUID } from 'node:crypto'
import { openAsBlob, readFileSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FilePart, fail } from '#define'
import { type PartHead, releaseBuffer } from '#provider'

export interface Uploads {
  /** Begins the files of one call. */
  begin(): CallFiles
  /** Removes everything. */
  close(): Promise<void>
}

/** The limit of bytes in memory of one call's files. */
const memoryBytes = 256 * 1024

/** Opens the folder, and removes files that ended processes left behind. */
export async function openUploads(dataDir: string): Promise<Uploads> {
  const root = join(dataDir, 'uploads')
  const folder = join(root, `${process.pid}`)
  for (const name of await readdir(root).catch(() => []))
    if (name === `${process.pid}` || !isRunning(Number(name)))
      await rm(join(root, name), { recursive: true, force: true })
  return {
    begin: () => new CallFiles(folder),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Writes one file after another, and removes them all. A disk error is `upload.not_stored`. */
export class CallFiles {
  readonly #folder: string
  readonly #paths: string[] = []
  #inMemory = 0
  #chunks: Buffer[] = []
  #handle: FileHandle | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Adds to the current file. Takes over the chunk, whose memory is freed once it is on disk. */
  async write(chunk: Buffer): Promise<void> {
    if (!this.#handle && this.#inMemory + chunk.length <= memoryBytes) {
      this.#inMemory += chunk.length
      // a copy: a chunk can be a small part of a large buffer
      this.#chunks.push(Buffer.from(chunk))
      return
    }
    try {
      if (!this.#handle) await this.#moveToDisk()
      await this.#handle?.writeFile(chunk)
      releaseBuffer(chunk)
    } catch (cause) {
      throw fail('upload.not_stored', {}, { cause })
    }
  }

  /** Moves the current file from memory to a file on disk. `remove` closes that file, even if the disk is full. */
  async #moveToDisk(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, randomUUID())
    const handle = await open(path, 'wx', 0o600)
    this.#handle = handle
    this.#paths.push(path)
    for (const chunk of this.#chunks.splice(0)) {
      await handle.writeFile(chunk)
      this.#inMemory -= chunk.length
    }
  }

  /** Ends the current file. */
  async end({ fileName, contentType }: PartHead): Promise<FilePart> {
    const handle = this.#handle
    this.#handle = undefined
    const details = { fileName: fileName ?? '', contentType: contentType ?? 'text/plain' }
    const path = handle && this.#paths.at(-1)
    try {
      await handle?.close()
      if (path !== undefined) return await StoredFile.open(details, path)
    } catch (cause) {
      throw fail('upload.not_stored', {}, { cause })
    }
    const bytes = Buffer.concat(this.#chunks.splice(0))
    return { ...details, bytes, blob: new Blob([new Uint8Array(bytes)], { type: details.contentType }) }
  }

  async remove(): Promise<void> {
    await this.#handle?.close().catch(() => {})
    for (const path of this.#paths.splice(0)) await rm(path, { force: true }).catch(() => {})
  }
}

/** A file on disk. `bytes` reads it into memory; providers of long files read `blob`. */
export class StoredFile implements FilePart {
  readonly fileName: string
  readonly contentType: string
  readonly blob: Blob
  readonly path: string
  #bytes: Buffer | undefined

  constructor(details: { readonly fileName: string; readonly contentType: string }, path: string, blob: Blob) {
    this.fileName = details.fileName
    this.contentType = details.contentType
    this.blob = blob
    this.path = path
  }

  static async open(details: Pick<FilePart, 'fileName' | 'contentType'>, path: string): Promise<StoredFile> {
    return new StoredFile(details, path, await openAsBlob(path, { type: details.contentType }))
  }

  get bytes(): Buffer {
    this.#bytes ??= readFileSync(this.path)
    return this.#bytes
  }
}

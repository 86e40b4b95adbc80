// The files of the provider in the cache folder, by season. Their folders are named after what they were made from, the
// code included, so that nothing has to be invalidated.
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import type { ProviderKit } from '#define'
import type { Season } from '../league/records.ts'

export type SeasonName = Pick<Season, 'year' | 'key'>

export interface KeptFolder {
  /** Where a file is, or would be. */
  path(season: SeasonName, name: string): Promise<string>
  /** Undefined when there is none. The memory is the file's alone, so that it can be released. */
  read(season: SeasonName, name: string): Promise<Buffer<ArrayBuffer> | undefined>
  /**
   * Reads in the middle of a computation, the head of a file and what follows it each into memory of its own; undefined
   * also before the first of the other calls has ended.
   */
  readNow(season: SeasonName, name: string, headBytes: number): HeadAndRest | undefined
  /** Writes a file as a whole; false when that is impossible, which is logged. */
  write(season: SeasonName, name: string, bytes: readonly Uint8Array[]): Promise<boolean>
}

export interface HeadAndRest {
  readonly head: ArrayBuffer
  readonly rest: ArrayBuffer
}

const prefix = 'college-football-'
/** What no process has used for so long is removed. */
const unusedMs = 7 * 86_400_000
/** How often the use of a folder is noted. */
const notedMs = 3_600_000

export function createKeptFolder({ cacheFolder, log }: Pick<ProviderKit, 'cacheFolder' | 'log'>): KeptFolder {
  let root: Promise<string> | undefined
  let knownRoot: string | undefined
  const noted = new Map<string, number>()
  let drafts = 0

  async function folderOf({ year, key }: SeasonName): Promise<string> {
    root ??= codeHash().then((hash) => join(cacheFolder, prefix + hash))
    knownRoot = await root
    return join(knownRoot, `${year}-${key}`)
  }

  /** Other processes see that the folder is in use. */
  async function note(folder: string): Promise<void> {
    const now = Date.now()
    if (now - (noted.get(folder) ?? 0) < notedMs) return
    noted.set(folder, now)
    await utimes(folder, now / 1000, now / 1000).catch(() => undefined)
  }

  const path = async (season: SeasonName, name: string) => join(await folderOf(season), name)
  return {
    path,
    async read(season, name) {
      const file = await readWhole(await path(season, name)).catch(() => undefined)
      if (file) await note(await folderOf(season))
      return file
    },
    readNow({ year, key }, name, headBytes) {
      if (knownRoot === undefined) return undefined
      const folder = join(knownRoot, `${year}-${key}`)
      try {
        const file = readParts(join(folder, name), headBytes)
        void note(folder)
        return file
      } catch {
        return undefined
      }
    },
    async write(season, name, bytes) {
      const folder = await folderOf(season)
      const draft = join(folder, `${name}.${process.pid}-${threadId}-${drafts++}`)
      try {
        const created = await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(draft, bytes)
        await rename(draft, join(folder, name))
        if (created !== undefined) await removeUnused(cacheFolder)
        return true
      } catch (error) {
        log.warn('college football could not be cached', { reason: reasonOf(error) })
        await rm(draft, { force: true }).catch(() => undefined)
        return false
      }
    },
  }
}

/** As `readFile`, which reads into memory that is longer than the file. */
async function readWhole(path: string): Promise<Buffer<ArrayBuffer>> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const bytes = Buffer.from(new ArrayBuffer(size))
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(bytes, at, size - at, at)
      if (bytesRead === 0) throw new Error('a file has become shorter')
      at += bytesRead
    }
    return bytes
  } finally {
    await file.close()
  }
}

/** Without a copy of the whole file, which would be a megabyte for the GC. */
function readParts(path: string, headBytes: number): HeadAndRest {
  const file = openSync(path, 'r')
  try {
    return {
      head: bytesAt(file, 0, headBytes),
      rest: bytesAt(file, headBytes, fstatSync(file).size - headBytes),
    }
  } finally {
    closeSync(file)
  }
}

/** Some bytes of an open file. Throws when it is shorter. */
export function bytesAt(file: number, start: number, length: number): ArrayBuffer {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; ) {
    const count = readSync(file, bytes, at, length - at, start + at)
    if (count === 0) throw new Error('a file is shorter than it says')
    at += count
  }
  return bytes.buffer
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Of all code of this API: what other code made may be different. */
async function codeHash(): Promise<string> {
  const folder = new URL('../../', import.meta.url)
  const hash = createHash('sha256')
  const names = await readdir(folder, { recursive: true })
  for (const name of names.filter((one) => one.endsWith('.ts') && !one.endsWith('.test.ts')).sort()) {
    hash.update(`${name}\n`)
    hash.update(await readFile(new URL(name, folder)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Removes folders of other versions, seasons and imports that were not used for a while. */
async function removeUnused(cacheFolder: string): Promise<void> {
  const before = Date.now() - unusedMs
  for (const version of await readdir(cacheFolder)) {
    if (!version.startsWith(prefix)) continue
    for (const season of await readdir(join(cacheFolder, version))) {
      const folder = join(cacheFolder, version, season)
      if ((await stat(folder)).mtimeMs < before) await rm(folder, { recursive: true, force: true })
    }
  }
}

// Opens the lexicon: reads the file that the build made, or that of the cache folder, which is built if neither is
// readable. Processes can build it concurrently: each writes a temporary file and renames it into place, and all files
// are identical.
import { mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { decodeTables } from './file.ts'
import { makeFile } from './making.ts'
import { readPrepared } from './prepared.ts'
import { mostFileBytes } from './received-file.ts'
import { fileNameStart, lexiconFileName } from './sources.ts'
import type { Tables } from './tables.ts'

/** The folder of the file, and the log. */
export interface LexiconStorage {
  readonly folder: string
  readonly log: {
    info(message: string, fields?: Record<string, unknown>): void
    warn(message: string, fields?: Record<string, unknown>): void
  }
}

const readAtOnceBytes = 4 * 1024 * 1024
/** Age, relative to the new file, above which files of other versions and of killed processes are removed. */
const leftoverMs = 24 * 3600 * 1000

/**
 * Opens the tables of the lexicon; `make` returns the bytes of a new file. Rejects if the tables can be neither read
 * nor built.
 */
export async function openTables(storage: LexiconStorage, make = makeFile): Promise<Tables> {
  const path = join(storage.folder, lexiconFileName())
  const tables = (await readPrepared()) ?? (await readTables(path))
  if (tables) return tables
  storage.log.info('building the lexicon of word finding, which takes a few seconds')
  const startedMs = performance.now()
  const file = await make()
  storage.log.info('the lexicon of word finding has been built', {
    bytes: file.length,
    ms: Math.round(performance.now() - startedMs),
  })
  const built = await decodeTables(file, breathe)
  if (!built) throw new Error('the lexicon of word finding cannot be read although it was just built')
  await keep(path, file, storage)
  return built
}

/** Reads the tables of a file; undefined if it is missing, truncated, changed or of another kind. */
async function readTables(path: string): Promise<Tables | undefined> {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    if (size > mostFileBytes) return undefined
    const bytes = new Uint8Array(size)
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(bytes, at, Math.min(readAtOnceBytes, size - at), at)
      if (bytesRead === 0) return undefined
      at += bytesRead
    }
    return await decodeTables(bytes, breathe)
  } catch {
    return undefined // an unreadable file is built again
  } finally {
    await file.close()
  }
}

/** Renames the file into place. If that fails, the lexicon still works and is built again at the next start. */
async function keep(path: string, bytes: Uint8Array, { folder, log }: LexiconStorage): Promise<void> {
  let own: string | undefined
  try {
    own = await mkdtemp(join(folder, fileNameStart))
    const unfinished = join(own, 'unfinished')
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
    await removeLeftovers(folder, path)
  } catch (error) {
    log.warn('the lexicon of word finding cannot be stored and will be built again', { error: String(error) })
  } finally {
    if (own !== undefined) await rm(own, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function removeLeftovers(folder: string, path: string): Promise<void> {
  const { mtimeMs } = await stat(path)
  for (const name of await readdir(folder)) {
    const other = join(folder, name)
    if (!name.startsWith(fileNameStart) || other === path) continue
    const details = await stat(other).catch(() => undefined)
    if (details && mtimeMs - details.mtimeMs > leftoverMs) await rm(other, { recursive: true, force: true })
  }
}

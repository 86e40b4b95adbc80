// The master key file: JSON {"current":2,"keys":{"1":"base64","2":"base64"}}, mode 0600. It is replaced atomically: a
// crash leaves either the old file or the new one. Callers decide who may write it and when.
import type { KeyObject } from 'node:crypto'
import { type FileHandle, link, mkdir, open, readdir, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isOnReadOnlyMount, opensToOthers } from './file-access.ts'
import { type Keyring, MasterKeyRefused, makeKeyring } from './keyring.ts'
import type { RandomBytes } from './seal.ts'

const maxBytes = 65_536

/**
 * Reads the file; returns undefined if it does not exist. Throws MasterKeyRefused if it is invalid, or if others can
 * read it. On a read-only mount that is accepted: Docker and Kubernetes mount secrets with mode 0444 or 0644, which
 * cannot be changed in the container. The gateway then warns at start (exposed-files.ts).
 */
export async function readKeyFile(path: string, mayBeOpen = isOnReadOnlyMount): Promise<Keyring | undefined> {
  const handle = await openIfThere(path)
  if (!handle) return undefined
  try {
    // checked and read through one handle, so that the file cannot be replaced in between
    const stats = await handle.stat()
    if (!stats.isFile()) throw new MasterKeyRefused(`${path} is not a file.`)
    // Windows has no such mode bits: the folder's access control list protects the file
    if (process.platform !== 'win32' && opensToOthers(stats) && !mayBeOpen(path))
      throw new MasterKeyRefused(`${path} can be read by others. Run: chmod 600 ${path}`)
    if (stats.size > maxBytes) throw new MasterKeyRefused(`${path} is too large for a master key file.`)
    return parseKeyFile(await handle.readFile('utf8'), path)
  } finally {
    await handle.close()
  }
}

/** Replaces the file: temporary file, fsync, rename, fsync of the folder. One writer at a time; see withMasterLock. */
export async function writeKeyFile(path: string, keyring: Keyring, randomBytes: RandomBytes): Promise<void> {
  await removeLeftovers(path)
  const temporary = await writeTemporary(path, keyring, randomBytes)
  await rename(temporary, path)
  await syncFolder(dirname(path))
}

/** Creates the file unless it exists. Safe if several processes start at once. */
export async function createKeyFile(path: string, keyring: Keyring, randomBytes: RandomBytes): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = await writeTemporary(path, keyring, randomBytes)
  try {
    // unlike rename, link fails if the name is taken: of two processes that start at once, only one key survives
    await link(temporary, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await unlink(temporary)
  }
  await syncFolder(dirname(path))
}

async function writeTemporary(path: string, { current, keys }: Keyring, randomBytes: RandomBytes): Promise<string> {
  const temporary = `${path}.${Buffer.from(randomBytes(8)).toString('hex')}.tmp`
  const encoded = Object.fromEntries([...keys].map(([version, key]) => [version, exported(key)]))
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify({ current, keys: encoded }, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return temporary
}

/** Deletes the temporary files of a crash between writing and renaming: copies of keys must not outlive the keys. */
async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path)
  const start = `${basename(path)}.`
  for (const name of await readdir(folder)) {
    if (name.startsWith(start) && name.endsWith('.tmp')) await unlink(join(folder, name))
  }
}

function exported(key: KeyObject): string {
  return key.export().toString('base64')
}

function parseKeyFile(json: string, path: string): Keyring {
  const value = parseJson(json)
  if (typeof value !== 'object' || value === null || !('current' in value) || !('keys' in value))
    throw new MasterKeyRefused(`${path} is not a master key file. Restore it from a backup.`)
  const { current, keys } = value
  if (typeof current !== 'number' || typeof keys !== 'object' || keys === null)
    throw new MasterKeyRefused(`${path} is not a master key file. Restore it from a backup.`)
  const entries = Object.entries(keys).map(([version, key]): [string, string] => [version, String(key)])
  return makeKeyring(String(current), entries, path)
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // the parser's message would quote the file
    return undefined
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; its file systems journal the rename
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

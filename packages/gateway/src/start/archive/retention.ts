// Backups in a folder, of which only the newest are kept.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { timeOfBackup } from '../../process/backup-names.ts'
import { temporarySuffix } from './archive-file.ts'

/** Age at which an unfinished file can no longer belong to a backup that is being made. */
const abandonedMs = 86_400_000

/** Removes all but the newest backups, and what interrupted ones left behind. Returns the names. */
export async function keepNewest(folder: string, keep: number): Promise<string[]> {
  const names = await readdir(folder)
  const old = names
    .filter((name) => timeOfBackup(name) !== undefined)
    .sort()
    .slice(0, -keep)
  for (const name of names.filter((other) => other.startsWith('gatehouse-') && other.endsWith(temporarySuffix)))
    if ((await stat(join(folder, name))).mtimeMs < Date.now() - abandonedMs) old.push(name)
  for (const name of old) await rm(join(folder, name), { force: true })
  return old
}

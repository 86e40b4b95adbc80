// Files of a backup: unpacked aside first, and moved to their place together with the commit of the rows.
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Archive, syncFolder } from './archive-file.ts'
import { ArchiveRefused } from './archive-refused.ts'
import { folders } from './backup-folders.ts'
import type { Manifest } from './manifest.ts'

export interface PlacedFiles {
  /** Moves the folders to their place. */
  place(): Promise<void>
  /** Undoes `place`. */
  takeBack(): Promise<void>
  /** Removes what is still aside. */
  clear(): Promise<void>
}

/** Unpacks the files aside. Throws ArchiveRefused if their folders already hold files. */
export async function placeFiles(dataDir: string, archive: Archive, { files }: Manifest): Promise<PlacedFiles> {
  const aside = join(dataDir, 'restoring')
  await rm(aside, { recursive: true, force: true })
  const brought = folders.filter((folder) => files.some(({ name }) => name.startsWith(`${folder}/`)))
  for (const folder of brought)
    if ((await readdir(join(dataDir, folder)).catch(() => [])).length > 0)
      throw new ArchiveRefused(`${join(dataDir, folder)} is not empty. Move it away first.`)
  for (const { name, sha256 } of files) {
    if (!isInside(name)) throw new ArchiveRefused(`The backup has a file outside of its folders: ${name}.`)
    const path = join(aside, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(archive.read(name, sha256), createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  }
  const placed: string[] = []
  return {
    async place() {
      for (const folder of brought) {
        await rm(join(dataDir, folder), { recursive: true, force: true })
        await rename(join(aside, folder), join(dataDir, folder))
        placed.push(folder)
      }
      if (brought.length > 0) await syncFolder(dataDir)
    },
    async takeBack() {
      for (const folder of placed.splice(0)) await rename(join(dataDir, folder), join(aside, folder))
    },
    clear: () => rm(aside, { recursive: true, force: true }),
  }
}

function isInside(name: string): boolean {
  const parts = name.split('/')
  return folders.some((folder) => parts[0] === folder) && parts.every((part) => !/^\.{0,2}$|[\\:\0]/.test(part))
}

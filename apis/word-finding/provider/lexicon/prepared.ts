// The lexicon that the build makes: compressed, in the folder `prepared` of the built API. Sources have no such folder.
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constants, createZstdDecompress, zstdCompress } from 'node:zlib'
import { decodeTables } from './file.ts'
import { makeFile } from './making.ts'
import { createReceivedFile } from './received-file.ts'
import { lexiconFileName } from './sources.ts'
import type { Tables } from './tables.ts'

const compress = promisify(zstdCompress)
/** Higher levels save a tenth of the size and take ten times as long. */
const params = { [constants.ZSTD_c_compressionLevel]: 12 }
/** Memory of large pieces goes back to the system at once. */
const pieceBytes = 1024 * 1024

const ownFolder = fileURLToPath(new URL('../../prepared/', import.meta.url))
const compressedName = () => `${lexiconFileName()}.zst`

/** Makes the file unless it is there, and removes those of other sources. Rejects if it cannot be made. */
export async function writePrepared(folder: string, say: (line: string) => void, make = makeFile): Promise<void> {
  await mkdir(folder, { recursive: true })
  const name = compressedName()
  for (const other of await readdir(folder)) if (other !== name) await rm(join(folder, other), { recursive: true })
  if (existsSync(join(folder, name))) return
  say('Preparing the lexicon of word finding, once: some 15 seconds.')
  await writeFile(join(folder, name), await compress(await make(), { params }))
}

/** Reads the tables; undefined if the file is missing, of other sources or damaged. */
export async function readPrepared(folder = ownFolder): Promise<Tables | undefined> {
  const path = join(folder, compressedName())
  if (!existsSync(path)) return undefined
  try {
    const file = createReceivedFile()
    const pieces = createReadStream(path, { highWaterMark: pieceBytes })
    for await (const piece of pieces.pipe(createZstdDecompress({ chunkSize: pieceBytes })))
      if (!file.add(piece)) return undefined
    const bytes = file.done()
    return bytes && (await decodeTables(bytes, breathe))
  } catch {
    return undefined // a damaged file is built again
  }
}

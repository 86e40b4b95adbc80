// Sums of plays by game, team or player: one file of the cache folder for each season and kind. Those used last are in
// memory.
import { crc32 } from 'node:zlib'
import { createPacer } from '#provider'
import type { Season } from '../league/records.ts'
import type { HeadAndRest, KeptFolder } from './kept-folder.ts'

/** Makes the bytes of a file; yields where it may be interrupted. */
export type MakeFigures = (season: Season) => Generator<undefined, Uint8Array<ArrayBuffer>>

export interface KeptFigures {
  /** What is in memory or in a file; undefined where it would have to be made. */
  known(season: Season, name: string): ArrayBuffer | undefined
  /** The bytes, which are made and written unless they are known. */
  of(season: Season, name: string, make: MakeFigures): Generator<undefined, ArrayBuffer>
  /** Resolves when all that was made has been written. */
  settled(): Promise<void>
}

const suffix = ' figures'
/** Of all files in memory: some six of them. */
const mostBytes = 10 * 2 ** 20
/** Words for the stamp, the checksum, and the length of what follows; one is spare. */
const headBytes = 4 * Uint32Array.BYTES_PER_ELEMENT

export function createKeptFigures(folder: KeptFolder): KeptFigures {
  /** Those used last come last. */
  const held = new Map<string, ArrayBuffer>()
  let heldBytes = 0
  const writing = new Set<Promise<unknown>>()
  /** What has been found out about files of this name and stamp. */
  const missing = new Set<string>()

  function hold(key: string, bytes: ArrayBuffer): ArrayBuffer {
    heldBytes += bytes.byteLength - (held.get(key)?.byteLength ?? 0)
    held.delete(key)
    held.set(key, bytes)
    for (const [oldest, { byteLength }] of held) {
      if (heldBytes <= mostBytes || held.size === 1) break
      held.delete(oldest)
      heldBytes -= byteLength
    }
    return bytes
  }

  function known(season: Season, name: string): ArrayBuffer | undefined {
    const key = keyOf(season, name)
    const bytes = held.get(key)
    if (bytes) return hold(key, bytes)
    if (missing.has(key)) return undefined
    const read = readFigures(folder.readNow(season, name + suffix, headBytes), stampOf(season))
    if (read) return hold(key, read)
    if (missing.size > mostMissing) missing.clear()
    missing.add(key)
    return undefined
  }

  return {
    known,
    *of(season, name, make) {
      const found = known(season, name)
      if (found) return found
      const made = yield* make(season)
      const key = keyOf(season, name)
      const head = Uint32Array.of(stampOf(season), crc32(made), made.length, 0)
      const done = folder
        .write(season, name + suffix, [new Uint8Array(head.buffer), made])
        .then((isWritten) => isWritten && missing.delete(key))
        .finally(() => writing.delete(done))
      writing.add(done)
      return hold(key, made.buffer)
    },
    async settled() {
      while (writing.size > 0) await Promise.all(writing)
    },
  }
}
const mostMissing = 1000

/** The value of a computation, which is interrupted where it may be. */
export async function finished<Value>(
  steps: Iterator<unknown, Value>,
  pause: () => Promise<void> | undefined = createPacer(),
): Promise<Value> {
  for (;;) {
    const { value, done } = steps.next()
    if (done) return value
    const pausing = pause()
    if (pausing) await pausing
  }
}

/** How many games have been completed: nothing else changes within a season. */
function stampOf({ games }: Season): number {
  return games.reduce((count, { result }) => (result === null ? count : count + 1), 0)
}

function keyOf(season: Season, name: string): string {
  return `${season.year} ${season.key} ${stampOf(season)} ${name}`
}

/** Undefined for what is missing, damaged, or from other games. */
function readFigures(file: HeadAndRest | undefined, stamp: number): ArrayBuffer | undefined {
  if (!file) return undefined
  const [made, check, length] = new Uint32Array(file.head)
  const bytes = new Uint8Array(file.rest)
  return made === stamp && length === bytes.length && crc32(bytes) === check ? file.rest : undefined
}

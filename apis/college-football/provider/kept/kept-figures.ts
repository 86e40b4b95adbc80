// Sums of plays by game, team or player: one file of the cache folder for each season and kind. Those used last are in
// memory.
import { crc32 } from 'node:zlib'
import { createPacer, releaseBuffer } from '#provider'
import type { Season } from '../league/records.ts'
import type { HeadAndRest, KeptFolder } from './kept-folder.ts'

/** Makes the bytes of a file; yields where it may be interrupted. */
export type MakeFigures<One> = (season: One) => Generator<undefined, Uint8Array<ArrayBuffer>>

type SeasonGames = Pick<Season, 'year' | 'key' | 'games'>

/** The bytes of figures, read again when they have been released: nobody may keep them over a pause. */
export type FigureBytes = () => ArrayBuffer

export interface KeptFigures {
  /** Figures that are known, or are made and written. */
  of<One extends SeasonGames>(season: One, name: string, make: MakeFigures<One>): Generator<undefined, FigureBytes>
  /** Resolves when all that was made has been written. */
  settled(): Promise<void>
}

const suffix = ' figures'
/** Of all files in memory: some six of them. */
const mostBytes = 10 * 2 ** 20
/** Words for the stamp, the checksum, and the length of what follows; one is spare. */
const headBytes = 4 * Uint32Array.BYTES_PER_ELEMENT

interface Held {
  bytes: ArrayBuffer
  /** Another read would find them. */
  isWritten: boolean
}

export function createKeptFigures(folder: KeptFolder): KeptFigures {
  /** Those used last come last. */
  const held = new Map<string, Held>()
  let heldBytes = 0
  const writing = new Set<Promise<unknown>>()
  /** What has been found out about files of this name and stamp. */
  const missing = new Set<string>()

  function hold(key: string, one: Held): ArrayBuffer {
    if (!held.delete(key)) heldBytes += one.bytes.byteLength
    held.set(key, one)
    for (const [oldest, { bytes, isWritten }] of held) {
      if (heldBytes <= mostBytes || held.size === 1) break
      held.delete(oldest)
      heldBytes -= bytes.byteLength
      // a GC would wait for tens of megabytes of them
      if (isWritten) releaseBuffer(new Uint8Array(bytes))
    }
    return one.bytes
  }

  function known(season: SeasonGames, name: string, key: string): ArrayBuffer | undefined {
    const found = held.get(key)
    if (found) return hold(key, found)
    if (missing.has(key)) return undefined
    const bytes = readFigures(folder.readNow(season, name + suffix, headBytes), stampOf(season))
    if (bytes) return hold(key, { bytes, isWritten: true })
    if (missing.size > mostMissing) missing.clear()
    missing.add(key)
    return undefined
  }

  function write(season: SeasonGames, name: string, key: string, made: Uint8Array<ArrayBuffer>): ArrayBuffer {
    const own: Held = { bytes: made.buffer, isWritten: false }
    const head = Uint32Array.of(stampOf(season), crc32(made), made.length, 0)
    const done = folder
      .write(season, name + suffix, [new Uint8Array(head.buffer), made])
      .then((isWritten) => {
        own.isWritten = isWritten
        if (isWritten) missing.delete(key)
      })
      .finally(() => writing.delete(done))
    writing.add(done)
    return hold(key, own)
  }

  return {
    *of(season, name, make) {
      const key = keyOf(season, name)
      let bytes = known(season, name, key) ?? write(season, name, key, yield* make(season))
      return () => {
        // made again only where somebody has removed the file meanwhile
        if (bytes.detached) bytes = known(season, name, key) ?? madeNow(make(season))
        return bytes
      }
    },
    async settled() {
      while (writing.size > 0) await Promise.all(writing)
    },
  }
}
const mostMissing = 1000

function madeNow(steps: ReturnType<MakeFigures<SeasonGames>>): ArrayBuffer {
  for (;;) {
    const { value, done } = steps.next()
    if (done) return value.buffer
  }
}

/** What is read from the bytes of figures, and from others after they have been read again. */
export function viewsOf<Views>(bytes: FigureBytes, view: (bytes: ArrayBuffer) => Views): () => Views {
  let viewed = bytes()
  let views = view(viewed)
  return () => {
    const current = bytes()
    if (current !== viewed) {
      viewed = current
      views = view(current)
    }
    return views
  }
}

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
function stampOf({ games }: SeasonGames): number {
  return games.reduce((count, { result }) => (result === null ? count : count + 1), 0)
}

function keyOf(season: SeasonGames, name: string): string {
  return `${season.year} ${season.key} ${stampOf(season)} ${name}`
}

/** Undefined for what is missing, damaged, or from other games. */
function readFigures(file: HeadAndRest | undefined, stamp: number): ArrayBuffer | undefined {
  if (!file) return undefined
  const [made, check, length] = new Uint32Array(file.head)
  const bytes = new Uint8Array(file.rest)
  return made === stamp && length === bytes.length && crc32(bytes) === check ? file.rest : undefined
}

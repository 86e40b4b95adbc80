// Plays of seasons that have ended: files of the cache folder, in blocks. The blocks that were used last are in memory.
import { closeSync, existsSync, openSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { parseJson, releaseBuffer } from '#provider'
import { createPlayColumns, emptyPlay, type PlayColumns, readPlayColumns } from '../plays/columns.ts'
import { bytesAt, type KeptFolder, type SeasonName } from './kept-folder.ts'

/** The rows of a game, the last one exclusive. */
export type GameRows = readonly [game: number, from: number, to: number]

export interface StoredPlays {
  readonly games: readonly GameRows[]
  /** The plays, of which blocks are read when they are needed. */
  readonly plays: PlayColumns
}
export interface KeptPlays {
  /** Whether there is a file, which may still be damaged. */
  has(season: SeasonName): Promise<boolean>
  read(season: SeasonName): Promise<StoredPlays | undefined>
  /** Undefined when they cannot be written; the caller then holds them. */
  write(season: SeasonName, plays: PlayColumns, games: readonly GameRows[]): Promise<StoredPlays | undefined>
}

const fileName = 'plays'
/** Five games or so, because most calls are about the games of one team. */
const blockRows = 1024
/** Blocks that are held: 4 MB. The system holds files as well. */
const mostBlocks = 110

export function createKeptPlays(folder: KeptFolder): KeptPlays {
  const held = createHeldBlocks()
  /** Nobody says when a season is no longer used. */
  const closing = new FinalizationRegistry<number>((file) => closeSync(file))

  /** The file stays open, because others may remove it. Throws when it is missing or damaged. */
  async function open(season: SeasonName): Promise<StoredPlays> {
    const file = openSync(await folder.path(season, fileName), 'r')
    const source = { file }
    closing.register(source, file)
    const [length] = new Uint32Array(bytesAt(file, 0, 4))
    const outline = parseJson(Buffer.from(bytesAt(file, 4, length ?? 0)).toString())
    if (!isOutline(outline)) throw damaged()
    const { games, blocks } = outline
    let at = 4 + (length ?? 0)
    const places = blocks.map(([size, check]) => {
      at += size
      const block = new Uint8Array(bytesAt(file, at - size, size))
      if (crc32(block) !== check) throw damaged()
      releaseBuffer(block)
      return { source, start: at - size, size }
    })
    return { games, plays: blockColumns(outline.count, places, held) }
  }

  return {
    async has(season) {
      return existsSync(await folder.path(season, fileName))
    },
    read: (season) => open(season).catch(() => undefined),
    async write(season, plays, games) {
      const blocks = blocksOf(plays)
      const sizes = blocks.map((block) => [block.length, crc32(block)])
      const outline = Buffer.from(JSON.stringify({ count: plays.count, games, blocks: sizes }))
      const head = new Uint8Array(Uint32Array.of(outline.length).buffer)
      const isWritten = await folder.write(season, fileName, [head, outline, ...blocks])
      for (const block of blocks) releaseBuffer(block)
      if (!isWritten) return undefined
      return open(season).catch(() => undefined)
    },
  }
}

function blocksOf(plays: PlayColumns): Uint8Array[] {
  const play = emptyPlay()
  const blocks: Uint8Array[] = []
  for (let first = 0; first < plays.count; first += blockRows) {
    const end = Math.min(plays.count, first + blockRows)
    const block = createPlayColumns(end - first)
    for (let row = first; row < end; row++) block.push(plays.read(row, play))
    blocks.push(block.bytes())
  }
  return blocks
}

/** A block of a file that stays open as long as somebody refers to its source. */
interface Place {
  readonly source: { readonly file: number }
  readonly start: number
  readonly size: number
}
interface HeldBlock {
  readonly columns: PlayColumns
  /** Its plays are gone, and have to be read again. */
  isReleased: boolean
}
type HeldBlocks = (place: Place) => HeldBlock

function createHeldBlocks(): HeldBlocks {
  /** Those used last come last. */
  const held = new Map<Place, HeldBlock>()
  return (place) => {
    const block = held.get(place) ?? { columns: readBlock(place), isReleased: false }
    held.delete(place)
    held.set(place, block)
    const [oldest] = held
    if (held.size > mostBlocks && oldest) {
      held.delete(oldest[0])
      oldest[1].isReleased = true
      // a scan over a season would leave megabytes of them to the GC
      releaseBuffer(oldest[1].columns.bytes())
    }
    return block
  }
}

function readBlock({ source, start, size }: Place): PlayColumns {
  return readPlayColumns(bytesAt(source.file, start, size))
}

/** Columns that can only be read. */
function blockColumns(count: number, places: readonly Place[], held: HeldBlocks): PlayColumns {
  let current = -1
  let block: HeldBlock = { columns: createPlayColumns(0), isReleased: false }
  const blockOf = (row: number): PlayColumns => {
    const number = Math.floor(row / blockRows)
    const place = number === current && !block.isReleased ? undefined : places[number]
    if (place) {
      block = held(place)
      current = number
    }
    return block.columns
  }
  const readOnly = () => {
    throw new Error('kept plays do not change')
  }
  return {
    count,
    at: (row) => blockOf(row).at(row % blockRows),
    read: (row, into) => blockOf(row).read(row % blockRows, into),
    push: readOnly,
    setPpa: readOnly,
    setHomeWin: readOnly,
    trim: () => undefined,
    bytes: readOnly,
  }
}

function damaged(): Error {
  return new Error('the plays of a season are incomplete')
}

interface Outline {
  readonly count: number
  readonly games: readonly GameRows[]
  readonly blocks: readonly (readonly [size: number, check: number])[]
}

/** Only `write` makes such files. */
function isOutline(value: unknown): value is Outline {
  if (typeof value !== 'object' || value === null || !('count' in value)) return false
  return 'games' in value && Array.isArray(value.games) && 'blocks' in value && Array.isArray(value.blocks)
}

// Collects calls in chunks until they are taken for writing. It does no I/O and starts no timers.
import { type ChunkRow, type LogEntry, longestChunkMs, OpenChunk } from './chunk.ts'

/** A chunk that is ready to be written, with its sum. */
export interface CollectedChunk<Sum> {
  readonly row: ChunkRow
  readonly sum: Sum
}
export interface ChunkCollector<Sum> {
  /** Number of calls not yet taken. */
  readonly size: number
  /** Number of chunks not yet taken. */
  readonly chunks: number
  /** Adds a call and returns the sum of its chunk, which the caller updates; undefined if there is no room. */
  add(accountId: string, entry: LogEntry): Sum | undefined
  /** Removes and returns everything. */
  take(): CollectedChunk<Sum>[]
}
interface ChunkCollectorOptions<Sum> {
  /** Returns a `seq` that is unique among chunks of the same time, across processes. */
  readonly newSeq: () => number | string
  /** Creates the sum of a chunk. */
  readonly newSum: () => Sum
  /** Limit of waiting calls, read when a chunk begins; unlimited if absent. */
  readonly room?: () => number
}

export function createChunkCollector<Sum>(options: ChunkCollectorOptions<Sum>): ChunkCollector<Sum> {
  const { newSeq, newSum, room = () => Number.POSITIVE_INFINITY } = options
  /** Open chunks by account and ten seconds, so that none is longer. */
  const open = new Map<string, OpenChunk<Sum>>()
  let full: OpenChunk<Sum>[] = []
  let size = 0

  function chunkFor(accountId: string, at: number): OpenChunk<Sum> | undefined {
    const name = `${accountId} ${Math.floor(at / longestChunkMs)}`
    const known = open.get(name)
    if (known && !known.isFull) return known
    if (size >= room()) return undefined
    if (known) full.push(known)
    const chunk = new OpenChunk(accountId, at, newSum())
    open.set(name, chunk)
    return chunk
  }

  return {
    get size() {
      return size
    },
    get chunks() {
      return open.size + full.length
    },
    add(accountId, entry) {
      const chunk = chunkFor(accountId, entry.at)
      chunk?.add(entry)
      if (chunk) size++
      return chunk?.sum
    },
    take() {
      const chunks = [...full, ...open.values()]
      open.clear()
      full = []
      size = 0
      return chunks.map((chunk) => ({ row: chunk.row(newSeq()), sum: chunk.sum }))
    },
  }
}

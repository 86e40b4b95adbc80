// Rows that many answers show, kept as text in the cache folder: a long answer costs little beside its rows, and
// those of a completed game never change.
import type { ProviderKit } from '#define'
import { createPacer } from '#provider'
import { type KeptFolder, reasonOf, type SeasonName } from './kept-folder.ts'
import { framesOf, type RowPart } from './row-frames.ts'
import { type Frame, ownBytes, type PackedFrame, pack, readShelf, unpack, writeShelf } from './shelf.ts'

/** Rows of one endpoint that are kept together. */
export interface RowGroup {
  readonly season: SeasonName
  /** The file: the endpoint, whatever changes its rows, and which part of the season it is. */
  readonly name: string
  /** Says what the rows are made from as far as it changes within a season: which games have been completed. */
  readonly stamp: string
  readonly parts: readonly RowPart[]
  /** The parts that the answer shows; all where it is undefined. */
  readonly wanted?: ReadonlySet<number> | undefined
}
export interface KeptRows {
  /**
   * The text of the rows, each preceded by a comma, in chunks that nobody else holds. What was not kept is made, and
   * kept for the next answer.
   */
  read(group: RowGroup): AsyncGenerator<Uint8Array<ArrayBuffer>>
  /** Resolves when all that was read has been written. */
  settled(): Promise<void>
}

export function createKeptRows(folder: KeptFolder, log: ProviderKit['log']): KeptRows {
  const writing = new Set<Promise<void>>()

  /** Makes the frames from the one with this number on; keeps them when they are all made. */
  async function* make(group: RowGroup, first: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const pause = createPacer()
    const packed: Promise<PackedFrame>[] = []
    for (const frame of framesOf(group.parts)) {
      if (frame) {
        packed.push(pack(frame))
        // a copy: the chunk may be moved away while the frame is being packed
        if (packed.length > first) yield* shown(frame, group.wanted, (bytes) => new Uint8Array(bytes))
      }
      const pausing = pause()
      if (pausing) await pausing
    }
    const done = Promise.all(packed)
      .then(async (frames) => void (await folder.write(group.season, group.name, writeShelf(group.stamp, frames))))
      .finally(() => writing.delete(done))
    writing.add(done)
  }

  return {
    async *read(group) {
      let sent = 0
      try {
        const file = await folder.read(group.season, group.name)
        const frames = file && readShelf(file, group.stamp)
        const pause = createPacer()
        for (const packed of frames ?? []) {
          const isShown = packed.parts.some(({ id }) => group.wanted?.has(id) ?? true)
          const frame = isShown ? unpack(packed) : undefined
          sent++
          if (frame) yield* shown(frame, group.wanted, ownBytes)
          const pausing = pause()
          if (pausing) await pausing
        }
        if (frames) return
      } catch (error) {
        log.warn('kept rows are damaged', { reason: reasonOf(error) })
      }
      yield* make(group, sent)
    },
    async settled() {
      while (writing.size > 0) await Promise.all(writing)
    },
  }
}

/** The rows of the wanted parts, those of neighbours in one piece. */
function* shown(
  { text, parts }: Frame,
  wanted: ReadonlySet<number> | undefined,
  own: (bytes: Uint8Array) => Uint8Array<ArrayBuffer>,
): Generator<Uint8Array<ArrayBuffer>> {
  if (!wanted || parts.every(({ id }) => wanted.has(id))) {
    yield own(text)
    return
  }
  for (let at = 0; at < parts.length; at++) {
    const first = parts[at]
    if (!first || !wanted.has(first.id)) continue
    let { to } = first
    for (let next = parts[at + 1]; next && wanted.has(next.id); next = parts[at + 1]) {
      to = next.to
      at++
    }
    yield own(text.subarray(first.from, to))
  }
}

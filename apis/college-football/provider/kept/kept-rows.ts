// Rows that many answers show, kept as text in the cache folder: a long answer costs little beside its rows, and
// those of a completed game never change.
import type { ProviderKit } from '#define'
import { createPacer, releaseBuffer } from '#provider'
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
  /** All parts; where it is given which ones are shown, it may leave out the others. */
  parts(isShown?: (id: number) => boolean): Iterable<RowPart | undefined>
  /** Which parts the answer shows; all where it is undefined. */
  readonly isShown?: ((id: number) => boolean) | undefined
  /** The answer shows too few parts to make the others with them. */
  readonly showsFew: boolean
  /** Making the shown rows costs less than unpacking kept ones. */
  readonly isMadeSooner?: boolean | undefined
}
export interface KeptRows {
  /**
   * The text of the rows, each preceded by a comma, in chunks that nobody else holds. What was not kept is made, and
   * kept for the next answer unless that shows few parts.
   */
  read(group: RowGroup): AsyncGenerator<Uint8Array<ArrayBuffer>>
  /** Makes what is not kept, and writes it. */
  prepare(group: RowGroup, pause: () => Promise<void> | undefined): Promise<void>
  /** Resolves when all that was read has been written. */
  settled(): Promise<void>
}

export function createKeptRows(folder: KeptFolder, log: ProviderKit['log']): KeptRows {
  const writing = new Set<Promise<unknown>>()

  /** The frames that are kept, packed, as long as nobody releases the file. Throws when they are damaged. */
  async function find({ season, name, stamp }: RowGroup) {
    const file = await folder.read(season, name)
    const frames = file && readShelf(file, stamp)
    return file && frames && { file, frames }
  }

  /** Makes the frames from the one with this number on; keeps them when they are all made. */
  async function* make(
    group: RowGroup,
    first: number,
    pause: () => Promise<void> | undefined = createPacer(),
  ): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const packed: PackedFrame[] = []
    for (const frame of framesOf(group.parts())) {
      if (frame) {
        const isSent = packed.push(pack(frame)) > first
        if (isSent) yield* shown(frame, group.isShown, ownBytes)
        else releaseBuffer(frame.text)
      }
      const pausing = pause()
      if (pausing) await pausing
    }
    const done = folder.write(group.season, group.name, writeShelf(group.stamp, packed)).finally(() => {
      writing.delete(done)
      for (const frame of packed) releaseBuffer(frame.packed)
    })
    writing.add(done)
  }

  /** The shown rows alone, which are not kept. */
  async function* makeShown({ parts, isShown }: RowGroup): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const pause = createPacer()
    for (const frame of framesOf(onlyShown(parts(isShown), isShown))) {
      if (frame) yield frame.text
      const pausing = pause()
      if (pausing) await pausing
    }
  }

  return {
    async *read(group) {
      if (group.isMadeSooner) {
        yield* makeShown(group)
        return
      }
      let sent = 0
      let file: Uint8Array | undefined
      try {
        const found = await find(group)
        file = found?.file
        if (!found && group.showsFew) {
          yield* makeShown(group)
          return
        }
        const pause = createPacer()
        for (const packed of found?.frames ?? []) {
          const { isShown } = group
          const frame = !isShown || packed.parts.some(({ id }) => isShown(id)) ? unpack(packed) : undefined
          sent++
          if (frame) yield* shown(frame, isShown, ownBytes)
          const pausing = pause()
          if (pausing) await pausing
        }
        if (found) return
      } catch (error) {
        log.warn('kept rows are damaged', { reason: reasonOf(error) })
      } finally {
        // a GC would wait for many of them: they are up to some megabytes, and each answer reads its own
        if (file) releaseBuffer(file)
      }
      yield* make(group, sent)
    },
    async prepare(group, pause) {
      const found = await find(group)
      if (found) {
        releaseBuffer(found.file)
        return
      }
      for await (const _frame of make(group, Number.POSITIVE_INFINITY, pause));
    },
    async settled() {
      while (writing.size > 0) await Promise.all(writing)
    },
  }
}

function* onlyShown(
  parts: Iterable<RowPart | undefined>,
  isShown: RowGroup['isShown'],
): Generator<RowPart | undefined> {
  for (const part of parts) if (!part || !isShown || isShown(part.id)) yield part
}

/** The rows of the shown parts, those of neighbours in one piece. */
function* shown(
  { text, parts }: Frame,
  isShown: RowGroup['isShown'],
  own: (bytes: Uint8Array) => Uint8Array<ArrayBuffer>,
): Generator<Uint8Array<ArrayBuffer>> {
  if (!isShown || parts.every(({ id }) => isShown(id))) {
    yield own(text)
    return
  }
  const pieces: Uint8Array[] = []
  let length = 0
  for (const { id, from, to } of parts) {
    if (!isShown(id)) continue
    pieces.push(text.subarray(from, to))
    length += to - from
  }
  const joined = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  if (length > 0) yield joined
}

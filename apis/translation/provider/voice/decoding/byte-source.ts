// Bytes of a file as they come, for readers that ask for what they need next. No more is held than was asked for and
// the chunk that it ended in.
import { AudioFault } from './fault.ts'

export interface ByteSource {
  /** Of the next byte in the file. */
  readonly position: number
  /** Everything that is there, at least `count` bytes unless the file ends before; nothing is taken. */
  peek(count: number): Promise<Buffer>
  /** Throws an AudioFault when the file ends before. */
  take(count: number): Promise<Buffer>
  /** As `take`, for bytes that nobody reads and that need not fit into memory. */
  skip(count: number): Promise<void>
}

export function createByteSource(chunks: AsyncIterable<Uint8Array>): ByteSource {
  const iterator = chunks[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  /** What has come since; joined once for whatever was asked for, however small the chunks are. */
  let come: Buffer[] = []
  let comeBytes = 0
  let position = 0
  let isOver = false

  /** Whether so many bytes are held. */
  async function hold(count: number): Promise<boolean> {
    while (!isOver && held.length + comeBytes < count) {
      const { done, value } = await iterator.next()
      if (done) isOver = true
      else {
        come.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
        comeBytes += value.byteLength
      }
    }
    if (come.length > 0)
      held = held.length === 0 && come.length === 1 ? (come[0] ?? held) : Buffer.concat([held, ...come])
    come = []
    comeBytes = 0
    return held.length >= count
  }
  function drop(count: number): void {
    held = held.subarray(count)
    position += count
  }
  const truncated = () => new AudioFault('The audio ends in the middle of what it declares.', 'truncated')

  return {
    get position() {
      return position
    },
    async peek(count) {
      await hold(count)
      return held
    },
    async take(count) {
      if (!(await hold(count))) throw truncated()
      const taken = held.subarray(0, count)
      drop(count)
      return taken
    },
    async skip(count) {
      let left = count
      while (left > held.length) {
        left -= held.length
        drop(held.length)
        if (!(await hold(1))) throw truncated()
      }
      drop(left)
    },
  }
}

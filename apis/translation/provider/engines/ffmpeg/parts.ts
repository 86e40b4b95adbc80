// Cuts the output of ffmpeg into indivisible parts: the headers that a player needs first, and the rest.
import type { OpusContainer } from '../../voice/codecs.ts'

/** Number of header parts of each container. */
export const headerParts: Readonly<Record<OpusContainer, number>> = { webm: 1, ogg: 2, packets: 1 }

interface PartReader {
  /** Returns the parts that these bytes complete. */
  read(bytes: Buffer): Buffer[]
}

export function createPartReader(container: OpusContainer): PartReader {
  return container === 'webm' ? webmParts() : oggParts(container)
}

/** Pages of Ogg (RFC 3533, section 6), or the Opus packets within; ffmpeg writes one packet per page. */
function oggParts(container: 'ogg' | 'packets'): PartReader {
  const headBytes = 27
  let rest: Buffer = Buffer.alloc(0)
  let pages = 0
  return {
    read(bytes) {
      rest = Buffer.concat([rest, bytes])
      const parts: Buffer[] = []
      for (let end = endOfPage(rest); end > 0 && end <= rest.length; end = endOfPage(rest)) {
        const body = headBytes + rest.readUInt8(headBytes - 1)
        // the second page has tags, which belong to Ogg
        if (container === 'ogg') parts.push(rest.subarray(0, end))
        else if (pages !== 1) parts.push(rest.subarray(body, end))
        pages++
        rest = rest.subarray(end)
      }
      return parts
    },
  }

  /** The end of the page, or 0 if its head is incomplete. */
  function endOfPage(page: Buffer): number {
    if (page.length < headBytes) return 0
    const segments = page.readUInt8(headBytes - 1)
    if (page.length < headBytes + segments) return 0
    return page.subarray(headBytes, headBytes + segments).reduce((sum, length) => sum + length, headBytes + segments)
  }
}

/** Splits off the bytes before the first cluster (RFC 9559, section 5.1), and passes on the others as they come. */
function webmParts(): PartReader {
  let head: Buffer | undefined = Buffer.alloc(0)
  return {
    read(bytes) {
      if (head === undefined) return bytes.length === 0 ? [] : [bytes]
      head = Buffer.concat([head, bytes])
      const end = firstCluster(head)
      if (end === undefined) return []
      const parts = [head.subarray(0, end), head.subarray(end)]
      head = undefined
      return parts
    },
  }
}

const segment = 0x18538067
const cluster = 0x1f43b675

/** The offset of the first cluster; undefined until it has arrived. */
function firstCluster(bytes: Buffer): number | undefined {
  let at = 0
  while (at + 4 <= bytes.length) {
    const idBytes = Math.clz32(bytes.readUInt8(at)) - 23
    const id = bytes.readUIntBE(at, Math.min(idBytes, 4))
    if (id === cluster) return at
    if (at + idBytes >= bytes.length) return undefined
    const sizeBytes = Math.clz32(bytes.readUInt8(at + idBytes)) - 23
    if (at + idBytes + sizeBytes > bytes.length) return undefined
    let size = bytes.readUInt8(at + idBytes) & (0xff >> sizeBytes)
    for (let index = 1; index < sizeBytes; index++) size = size * 256 + bytes.readUInt8(at + idBytes + index)
    // the segment extends to the end of the stream and contains the cluster
    at += idBytes + sizeBytes + (id === segment ? 0 : size)
  }
  return undefined
}

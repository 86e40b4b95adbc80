// The bytes of a lexicon's file as they arrive from a process or a decompressor.
import { lengthOfFile } from './file.ts'

export const mostFileBytes = 256 * 1024 * 1024

/** Collects a file that arrives in chunks; its buffer is allocated once the header shows its length. */
export function createReceivedFile() {
  let bytes = new Uint8Array(0)
  let beginning = Buffer.alloc(0)
  let at = 0
  return {
    /** Adds a chunk; returns true if the bytes so far can be the start of a file. */
    add(piece: Uint8Array): boolean {
      if (bytes.length === 0) {
        beginning = Buffer.concat([beginning, piece])
        const length = lengthOfFile(beginning)
        if (length === undefined) return beginning.length < 1024
        if (length > mostFileBytes || beginning.length > length) return false
        bytes = new Uint8Array(length)
        bytes.set(beginning)
        at = beginning.length
        return true
      }
      if (at + piece.length > bytes.length) return false
      bytes.set(piece, at)
      at += piece.length
      return true
    },
    done: (): Uint8Array<ArrayBuffer> | undefined => (bytes.length > 0 && at === bytes.length ? bytes : undefined),
  }
}

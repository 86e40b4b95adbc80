// What providers of tests say of the files that they are given.
import { hash } from 'node:crypto'
import type { FilePart } from '#define'

interface Files {
  readonly files?: readonly FilePart[] | undefined
  readonly one?: FilePart | undefined
}

/** Name, size and SHA-256 of each file, by its bytes and by its blob. */
export async function hashesOf({ files = [], one }: Files): Promise<unknown[]> {
  return Promise.all(
    [...files, ...(one ? [one] : [])].map(async ({ fileName, bytes, blob }) => {
      if (!Buffer.isBuffer(bytes)) throw new TypeError(`${fileName} has no buffer`)
      const read = Buffer.from(await blob.arrayBuffer())
      return [fileName, bytes.length, hash('sha256', bytes), hash('sha256', read)]
    }),
  )
}

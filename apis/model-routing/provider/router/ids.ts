// Unique strings, drawn many at a time: drawing random bytes from the operating system costs more than everything else
// about an id.
import type { Random } from '#define'

const idBytes = 12
const drawn = 256

/** Each call returns 24 unpredictable hexadecimal digits. */
export function createIds(random: Pick<Random, 'bytes'>): () => string {
  let pool = ''
  let at = 0
  return () => {
    if (at >= pool.length) {
      pool = random.bytes(idBytes * drawn).toString('hex')
      at = 0
    }
    at += idBytes * 2
    return pool.slice(at - idBytes * 2, at)
  }
}

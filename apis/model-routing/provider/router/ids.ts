// Unique texts, drawn many at a time: a draw from the operating system costs more than all else that is done with one.
import type { Random } from '#define'

const idBytes = 12
const drawn = 256

/** Each call gives 24 hexadecimal digits that nobody can foretell. */
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

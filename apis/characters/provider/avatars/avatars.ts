// Avatars as they are requested. Encoding one takes tens of milliseconds, so the latest are cached.
import { drawAvatar } from './avatar.ts'

/** At some 6 kB each. */
const maxCached = 500

export interface Avatars {
  /** The JPEG of a character, 300 x 300 pixels. */
  of(character: { readonly id: number; readonly name: string }): Buffer
}

export function createAvatars(): Avatars {
  const cached = new Map<string, Buffer>()
  return {
    of({ id, name }) {
      const key = `${id} ${name}`
      const avatar = cached.get(key) ?? drawAvatar({ id, name })
      // the entries of a Map are in insertion order: the first is the least recently requested
      cached.delete(key)
      cached.set(key, avatar)
      if (cached.size > maxCached) for (const oldest of cached.keys()) if (cached.delete(oldest)) break
      return avatar
    },
  }
}

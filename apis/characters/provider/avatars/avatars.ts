// Cache of avatars. Encoding one takes tens of milliseconds, so the latest are cached.
import { drawAvatar } from './avatar.ts'

/** The limit of cached avatars, some 6 kB each. */
const maxCached = 500

export interface Avatars {
  /** Returns the JPEG of a character, 300 x 300 pixels. */
  of(character: { readonly id: number; readonly name: string }): Buffer
}

export function createAvatars(): Avatars {
  const cached = new Map<string, Buffer>()
  return {
    of({ id, name }) {
      const key = `${id} ${name}`
      const avatar = cached.get(key) ?? drawAvatar({ id, name })
      // a Map keeps insertion order: the first entry is the least recently requested
      cached.delete(key)
      cached.set(key, avatar)
      if (cached.size > maxCached) for (const oldest of cached.keys()) if (cached.delete(oldest)) break
      return avatar
    },
  }
}

// Avatars as they are requested. Encoding one takes some milliseconds, so the latest are kept.
import { drawAvatar } from './avatar.ts'

/** At some 6 kB each. */
const maxKept = 500

export interface Avatars {
  /** The JPEG of a character, 300 x 300 pixels. */
  of(character: { readonly id: number; readonly name: string }): Buffer
}

export function createAvatars(): Avatars {
  const kept = new Map<string, Buffer>()
  return {
    of({ id, name }) {
      const key = `${id} ${name}`
      const avatar = kept.get(key) ?? drawAvatar({ id, name })
      // the entries of a Map are in the order of insertion: the first is the one requested longest ago
      kept.delete(key)
      kept.set(key, avatar)
      if (kept.size > maxKept) for (const oldest of kept.keys()) if (kept.delete(oldest)) break
      return avatar
    },
  }
}

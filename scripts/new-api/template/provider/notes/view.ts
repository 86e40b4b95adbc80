// Notes as the provider sends them.
import type { Note } from './store.ts'

export function noteView({ id, text }: Note): { id: number; text: string } {
  return { id, text }
}

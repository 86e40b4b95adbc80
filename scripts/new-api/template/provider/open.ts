// Opens the provider: whatever outlives a call is created here, once.
import type { ProviderKit } from '#define'
import { readSample } from '../seed/sample.ts'
import type { Tables } from '../tables.ts'
import { createNoteHandlers } from './notes/handlers.ts'
import { createNoteStore } from './notes/store.ts'

export function openNotes({ db }: ProviderKit<Tables>) {
  return { handlers: createNoteHandlers(createNoteStore(db, readSample())) }
}

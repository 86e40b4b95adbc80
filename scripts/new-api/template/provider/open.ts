// Opens the provider: state that outlives a call is created here, once.

import type { ProviderKit } from '#define'
import type { ImportCounts, ImportFile } from '#define/imports'
import { readSample } from '../seed/sample.ts'
import type { Tables } from '../tables.ts'
import { readNotes } from './import/importer.ts'
import { createNoteHandlers } from './notes/handlers.ts'
import { createNoteStore } from './notes/store.ts'

export function openNotes({ db }: ProviderKit<Tables>) {
  const store = createNoteStore(db, readSample())
  return {
    handlers: createNoteHandlers(store),
    async importFile({ chunks }: ImportFile): Promise<ImportCounts> {
      const texts = await readNotes(chunks)
      await store.publish(texts)
      return { notes: texts.length }
    },
  }
}

// Opens the provider: its list of books in memory, its handlers and its import.

import type { ProviderKit } from '#define'
import type { ImportCounts, ImportFile, ReportProgress } from '#define/imports'
import { createSnapshot, readRevision } from '#provider/sql'
import type { Tables } from '../tables.ts'
import { readBookFile } from './import/importer.ts'
import { readSample } from './sample.ts'
import { createMemoryCorpus } from './sentences/corpus.ts'
import { createHandlers } from './sentences/handlers.ts'
import { openStoredCorpus, saveBooks } from './sentences/store.ts'

export function openSentences(kit: ProviderKit<Tables>) {
  const corpus = createSnapshot({
    now: () => kit.now(),
    revision: () => readRevision(kit.db, 'author_sentences_state'),
    load: async () => (await openStoredCorpus(kit.db)) ?? createMemoryCorpus(await readSample()),
  })
  return {
    handlers: createHandlers(kit.random, corpus),
    async importFile(file: ImportFile, progress: ReportProgress): Promise<ImportCounts> {
      const { books, sentences } = await readBookFile(file, (counts) => progress({ phase: 'reading', counts }))
      const counts = { books: books.length, sentences }
      const onWritten = (percent: number) => progress({ phase: 'writing', percent, counts })
      const saved = await saveBooks(kit.db, books, onWritten)
      corpus.drop()
      return { ...counts, ...saved }
    },
    refresh: corpus.drop,
  }
}

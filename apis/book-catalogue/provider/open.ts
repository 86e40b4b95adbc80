// Opens the provider: search over the imported catalogue, or over the sample until an import.
import { type Call, type ProviderKit, type Reply, reply } from '#define'
import type { ReportProgress } from '#define/imports'
import { sampleHeaders } from '#provider'
import type { Tables } from '../tables.ts'
import { searchAuthors } from './authors/search-authors.ts'
import { createSampleStore } from './documents/sample-store.ts'
import { importDump } from './import/importer.ts'
import { subjectPage } from './subjects/subject-page.ts'
import { createCatalogue } from './works/catalogue.ts'
import { searchWorks, type Values } from './works/search-works.ts'

export function openBookCatalogue(kit: ProviderKit<Tables>) {
  const catalogue = createCatalogue(kit)
  const storeSample = createSampleStore(kit)
  const deps = { kit, catalogue }

  const answerWith =
    <T>(answer: (parameters: Values, call: Call) => Promise<T>) =>
    async (parameters: Values, call: Call): Promise<Reply<T>> => {
      await storeSample()
      const body = await answer(parameters, call)
      const headers = { 'content-type': 'application/json', ...sampleHeaders(await catalogue.isSample()) }
      return reply(body, { headers })
    }
  return {
    handlers: {
      searchBooks: answerWith((parameters) => searchWorks(deps, parameters)),
      searchAuthors: answerWith((parameters) => searchAuthors(deps, parameters)),
      subject: answerWith((parameters) => subjectPage(deps, parameters)),
    },
    importFile: ({ name, chunks }: ImportedFile, progress: ReportProgress) =>
      importDump(kit, { name, chunks, progress }),
    refresh: catalogue.drop,
  }
}

interface ImportedFile {
  readonly name: string
  readonly chunks: AsyncIterable<Buffer>
}

// The embedded provider: search for works and authors and the works of a subject, over the sample or over imported dumps.
import { defineProvider, type Kit, type Provider, type Reply, reply } from '#define'
import api from './api.ts'
import { migrations } from './migrations/all.ts'
import { type Catalogue, createCatalogue } from './provider/catalogue.ts'
import { formats, importDump } from './provider/importer.ts'
import { createSample } from './provider/sample-store.ts'
import { searchAuthors } from './provider/search-authors.ts'
import { searchWorks, type Values } from './provider/search-works.ts'
import { subjectPage } from './provider/subject-page.ts'
import type { Tables } from './tables.ts'

type Answering<T> = (catalogue: Catalogue, values: Values, kit: Kit<Tables>) => Promise<T>

/** One provider with a memory of its own. */
export function createProvider(): Provider<Tables> {
  const catalogue = createCatalogue()
  const sample = createSample()

  function handled<T>(answer: Answering<T>): (values: Values, kit: Kit<Tables>) => Promise<Reply<T>> {
    return async (values, kit) => {
      await sample.ready(kit)
      const body = await answer(catalogue, values, kit)
      const headers = {
        'content-type': 'application/json',
        ...((await catalogue.isSample(kit)) ? { 'x-gateway-sample': 'true' } : {}),
      }
      return reply(body, { headers })
    }
  }

  return defineProvider(
    api,
    {
      searchBooks: handled(searchWorks),
      searchAuthors: handled(searchAuthors),
      subject: handled(subjectPage),
    },
    {
      migrations,
      importer: {
        formats,
        run: ({ name, chunks }, kit, progress) => importDump(kit, { name, chunks, progress }),
      },
    },
  )
}
export default createProvider()

// Handlers of the APIs that the operator adds.
import type { HandlersFor } from '#define'
import { fail } from '#define'
import { joinInTurns } from '#provider'
import type { ServedApis } from '../../../call/served-apis.ts'
import type { AddedApis } from '../../added/added-apis.ts'
import { type Source, sourceOf } from '../../added/loaded-of.ts'
import type { AddedOptions } from '../../added/options.ts'
import type { AddedDocuments } from '../../added/reading.ts'
import type { apiEndpoints, clientEndpoints } from '../endpoints/apis.ts'

type ApiEndpoints = typeof apiEndpoints & typeof clientEndpoints

/** The limit of documents that arrive at once: each may have 32 MiB. */
const mostArriving = 4

export interface ApiHandlersDeps {
  readonly addedApis: AddedApis
  readonly served: Pick<ServedApis, 'loaded'>
  readonly documents: Pick<AddedDocuments, 'client'>
}

export function apiHandlers({
  addedApis,
  served,
  documents,
}: ApiHandlersDeps): HandlersFor<ApiEndpoints, keyof ApiEndpoints> {
  let arriving = 0

  async function withDocument<T>(chunks: AsyncIterable<Buffer>, work: (document: Buffer) => Promise<T>): Promise<T> {
    if (arriving >= mostArriving)
      throw fail('gateway.busy', {}, { retryAfterS: 10, note: 'too many documents are arriving' })
    arriving++
    try {
      const pieces: Buffer[] = []
      for await (const piece of chunks) pieces.push(piece)
      return await work(await joinInTurns(pieces))
    } finally {
      arriving--
    }
  }
  return {
    addApi: ({ body, slug, dryRun = false, ...options }) =>
      withDocument(body, (document) => addedApis.add({ document, slug, dryRun, options: optionsIn(options) })),
    getAddedApi: ({ slug }) => addedApis.show(slug),
    getAddedDocument: ({ slug }) => addedApis.document(slug),
    getClient: ({ slug: slugs }) => documents.client(sourcesOf(slugs, served)),
    updateApi: ({ body, slug, dryRun = false, confirm = false, ...options }) =>
      withDocument(body, (document) =>
        addedApis.update({ document, slug, dryRun, confirm, options: optionsIn(options) }),
      ),
    async removeApi({ slug }) {
      await addedApis.remove(slug)
      return undefined
    },
  }
}

/** Returns the sources of the named APIs; by default of all. Fails with 'thing.unknown'. */
function sourcesOf(slugs: readonly string[] | undefined, served: Pick<ServedApis, 'loaded'>): Source[] {
  const added = served.loaded.flatMap(({ api }) => sourceOf(api) ?? [])
  const sources = new Map(added.map((source) => [source.slug, source]))
  if (slugs === undefined) return [...sources.values()]
  return [...new Set(slugs)].map((slug) => {
    const source = sources.get(slug)
    if (!source) throw fail('thing.unknown', { thing: 'added API', id: slug })
    return source
  })
}

interface Given {
  readonly title?: string | undefined
  readonly base?: string | undefined
  readonly server?: readonly string[] | undefined
  readonly check?: AddedOptions['check'] | undefined
  readonly open?: boolean | undefined
  readonly scheme?: readonly string[] | undefined
  readonly keyHeader?: string | undefined
  readonly keyQuery?: string | undefined
  readonly tokenUrl?: string | undefined
  readonly scopes?: string | undefined
}

/** Returns the options that are given. Fails with 'input.invalid' for a server without a name. */
function optionsIn({ server, scheme, ...others }: Given): Partial<AddedOptions> {
  const { title, base, check, open, keyHeader, keyQuery, tokenUrl, scopes } = others
  return {
    ...(title !== undefined && { title }),
    ...(base !== undefined && { base }),
    ...(server !== undefined && { servers: serversIn(server) }),
    ...(check !== undefined && { check }),
    ...(open !== undefined && { open }),
    ...(scheme !== undefined && { keys: scheme }),
    ...(keyHeader !== undefined && { keyHeader }),
    ...(keyQuery !== undefined && { keyQuery }),
    ...(tokenUrl !== undefined && { tokenUrl }),
    ...(scopes !== undefined && { scopes }),
  }
}

function serversIn(pairs: readonly string[]): Record<string, string> {
  const entries = pairs.map((pair): [string, string] => {
    const at = pair.indexOf('=')
    if (at < 1) throw wrongServer()
    return [pair.slice(0, at), pair.slice(at + 1)]
  })
  return Object.fromEntries(entries)
}

function wrongServer() {
  const problem = 'must be written as name=value'
  return fail(
    'input.invalid',
    { problems: `server ${problem}` },
    { details: { problems: [{ name: 'server', problem }] } },
  )
}

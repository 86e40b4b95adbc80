// Imports: a public file, streamed to the importer of an embedded provider as it arrives. The importer decides which
// files it accepts.
import { Failure, fail, type Log } from '#define'
import type { ImportCounts, ImportProgress, ReportProgress } from '#define/imports'
import { percentOf } from '#provider/import'
import type { ProviderHost } from '../../embedded/provider-host.ts'
import type { Providers } from '../../embedded/providers.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { type Audit, operatorActor } from '../accounts/audit.ts'
import type { Catalog } from '../accounts/catalog.ts'
import { startWork, type Work } from './work.ts'

interface ImportsDeps {
  readonly providers: Providers
  readonly catalog: Catalog
  readonly accounts: Accounts
  readonly audit: Audit
}
interface ImportOrder {
  /** Slug of the API, or of one of its listings. */
  readonly slug: string
  /** Name of the file. */
  readonly file: string
  /** Size of the file in bytes, if known. */
  readonly bytes?: number | undefined
  /** The account to import for; defaults to the only one. */
  readonly account?: string | undefined
  readonly chunks: AsyncIterable<Buffer>
}
export interface Imports {
  /**
   * Starts an import. Fails with 'thing.unknown', 'import.unknown' without an importer, 'thing.conflict' while another
   * import into the API runs in this process, and 'input.invalid' if none of several accounts is named.
   */
  start(order: ImportOrder, log: Log): Promise<Work>
}

/** Creates the imports of this process. */
export function createImports({ catalog, accounts, audit, providers }: ImportsDeps): Imports {
  const underWay = new Set<string>()

  async function run(host: ProviderHost, order: ImportOrder, context: RunContext): Promise<ImportOutcome> {
    const { account, slug } = context
    const { file } = order
    const { chunks, progress, latest } = withReadPercent(order, context.progress)
    const record = (detail: object) =>
      audit.write({ actor: operatorActor, action: 'import.run', target: slug, detail: { file, account, ...detail } })
    try {
      const { importFile } = await host.open()
      if (!importFile) throw fail('import.unknown', { api: slug })
      const counts = await importFile({ name: file, account, chunks: completeOrRefused(chunks) }, progress)
      await record({ counts })
      const { notes = [] } = latest()
      return { counts, ...(notes.length > 0 && { notes }) }
    } catch (error) {
      await record({ failed: true }).catch(() => undefined)
      throw error
    }
  }

  return {
    async start(order, log) {
      const { api } = catalog.api(order.slug)
      const host = providers.of(api.slug)
      if (host?.provider.importFormats === undefined) throw fail('import.unknown', { api: api.title })
      const { id: account } = await accounts.named(order.account)
      if (underWay.has(api.slug))
        throw fail('thing.conflict', {
          reason: `An import into ${api.title} is already running. Wait until it has finished.`,
        })
      underWay.add(api.slug)
      const work = startWork({
        name: `import into ${api.slug}`,
        log,
        run: async (report) => {
          const progress = (latest: ImportProgress) => report({ ...latest })
          return { ...(await run(host, order, { account, slug: api.slug, progress })) }
        },
      })
      void work.ended.then(() => underWay.delete(api.slug))
      return work
    },
  }
}

/** Counts the bytes of the file as the importer reads them, and adds their share to its progress. */
function withReadPercent({ chunks, bytes }: ImportOrder, report: ReportProgress) {
  let read = 0
  let latest: ImportProgress = { phase: 'reading', counts: {} }
  const progress: ReportProgress = (next) => {
    latest = next
    if (next.phase !== 'reading' || bytes === undefined) report(next)
    else report({ ...next, percent: percentOf(read, bytes) })
  }
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      read += chunk.length
      if (latest.phase === 'reading') progress(latest)
      yield chunk
    }
  }
  return { chunks: counted(), progress, latest: () => latest }
}

/**
 * Yields the bytes of the file. A broken connection becomes a refusal of the file, so that it does not count as a fault
 * of the importer.
 */
async function* completeOrRefused(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw fail('import.invalid', { reason: 'it did not arrive completely. Send it again.' }, { cause })
  }
}

interface ImportOutcome {
  readonly counts: ImportCounts
  readonly notes?: readonly string[]
}
interface RunContext {
  readonly account: string
  readonly slug: string
  readonly progress: ReportProgress
}

// Handlers of drift.
import { fail, type HandlersFor } from '#define'
import { createPacer } from '#provider'
import { type DriftEndpointRow, listDrift, removeDrift, type Store } from '#store'
import type { Config } from '../../../process/config.ts'
import { findingKinds, severities } from '../../../record/drift/finding.ts'
import { type Audit, operatorActor } from '../../accounts/audit.ts'
import type { CompareHar } from '../../drift/compare-har.ts'
import type { driftEndpoints } from '../endpoints/drift.ts'

export interface DriftHandlersDeps {
  readonly store: Pick<Store, 'db'>
  readonly config: Pick<Config, 'GATEHOUSE_DRIFT_SAMPLE'>
  readonly compareHar: CompareHar
  readonly flushDrift: () => Promise<void>
  readonly audit: Audit
}
type DriftEndpoints = typeof driftEndpoints

/** The limit of files that arrive at once: each may have 64 MiB. */
const mostArriving = 2

export function driftHandlers(deps: DriftHandlersDeps): HandlersFor<DriftEndpoints, keyof DriftEndpoints> {
  const { store, config, compareHar, flushDrift, audit } = deps
  let arriving = 0
  return {
    async listDrift({ listing, severity, after, limit }) {
      await flushDrift()
      const wanted = severity && severities.slice(0, severities.indexOf(severity) + 1)
      const cursor = after === undefined ? undefined : readCursor(after)
      const rows = await listDrift(store.db, { listing, severities: wanted, after: cursor, limit })
      const last = rows.length < limit ? undefined : rows.at(-1)
      return {
        share: config.GATEHOUSE_DRIFT_SAMPLE,
        endpoints: rows.map(viewOf),
        ...(last && { next: `${last.listing}/${last.endpoint}` }),
      }
    },
    async forgetDrift({ slug }) {
      await flushDrift()
      if (!(await removeDrift(store.db, slug))) throw fail('thing.unknown', { thing: 'drift of the listing', id: slug })
      await audit.write({ actor: operatorActor, action: 'drift.forget', target: slug })
      return undefined
    },
    async compareHar({ body, slug, embedded }) {
      if (arriving >= mostArriving)
        throw fail('gateway.busy', {}, { retryAfterS: 10, note: 'too many files are arriving' })
      arriving++
      try {
        const report = await compareHar({ har: await sharedBytes(body), slug, embedded })
        return { ...report, endpoints: report.endpoints.map(viewOf) }
      } finally {
        arriving--
      }
    },
  }
}

/** Receives a file into memory that a thread can read without a copy. */
async function sharedBytes(chunks: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of chunks) {
    pieces.push(piece)
    length += piece.length
  }
  const bytes = new Uint8Array(new SharedArrayBuffer(length))
  const pause = createPacer()
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
    await pause()
  }
  return bytes
}

/** The worst findings first. */
function viewOf({ findings, ...endpoint }: DriftEndpointRow) {
  const views = findings.flatMap((finding) => {
    const severity = severities.find((one) => one === finding.severity)
    const kind = findingKinds.find((one) => one === finding.kind)
    // words of a newer version have no place here
    return severity && kind ? [{ ...finding, severity, kind }] : []
  })
  const rank = (one: { readonly severity: (typeof severities)[number] }) => severities.indexOf(one.severity)
  return { ...endpoint, findings: views.sort((a, b) => rank(a) - rank(b)) }
}

function readCursor(after: string): { listing: string; endpoint: string } {
  const [, listing, endpoint] = /^([\w.-]+)\/([\w.-]+)$/.exec(after) ?? []
  if (listing !== undefined && endpoint !== undefined) return { listing, endpoint }
  const problem = 'Use the next of the previous page.'
  throw fail('input.invalid', { problems: problem }, { details: { problems: [{ name: 'after', problem }] } })
}

// Handlers of drift.
import { fail, type HandlersFor } from '#define'
import { type DriftEndpointRow, listDrift, removeDrift, type Store } from '#store'
import type { Config } from '../../../process/config.ts'
import { findingKinds, severities } from '../../../record/drift/finding.ts'
import { type Audit, operatorActor } from '../../accounts/audit.ts'
import type { WithHar } from '../../drift/arriving-har.ts'
import type { CompareHar } from '../../drift/compare-har.ts'
import type { driftEndpoints } from '../endpoints/drift.ts'

export interface DriftHandlersDeps {
  readonly store: Pick<Store, 'db'>
  readonly config: Pick<Config, 'GATEHOUSE_DRIFT_SAMPLE'>
  readonly compareHar: CompareHar
  readonly withHar: WithHar
  readonly flushDrift: () => Promise<void>
  readonly audit: Audit
}
type DriftEndpoints = typeof driftEndpoints

export function driftHandlers(deps: DriftHandlersDeps): HandlersFor<DriftEndpoints, keyof DriftEndpoints> {
  const { store, config, compareHar, withHar, flushDrift, audit } = deps
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
      const report = await withHar(body, (har) => compareHar({ har, slug, embedded }))
      return { ...report, endpoints: report.endpoints.map(viewOf) }
    },
  }
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

// Handlers to monitor and run the gateway: usage, audit, APIs, imports, rotation of the master key, state of the
// system.
import type { HandlersFor } from '#define'
import type { Log } from '../../../process/log.ts'
import type { Audit } from '../../accounts/audit.ts'
import type { Catalog } from '../../accounts/catalog.ts'
import { reportUsage, type UsageDeps } from '../../accounts/usage-report.ts'
import { apiStates } from '../api-states.ts'
import type { operationEndpoints } from '../endpoints/operation.ts'
import type { Imports } from '../imports.ts'
import type { Rotation } from '../rotation.ts'
import type { Status } from '../status.ts'

interface OperationHandlersDeps extends UsageDeps {
  readonly audit: Audit
  readonly catalog: Catalog
  readonly imports: Imports
  readonly rotation: Rotation
  readonly status: () => Promise<Status>
  readonly log: Log
}
type OperationEndpoints = typeof operationEndpoints

export function operationHandlers(
  deps: OperationHandlersDeps,
): HandlersFor<OperationEndpoints, keyof OperationEndpoints> {
  const { audit, catalog, imports, rotation, status, log } = deps
  return {
    usage: (query) => reportUsage(deps, query),
    async audit(page) {
      const { entries, next } = await audit.list(page)
      return { entries: entries.map((entry) => ({ ...entry, detail: { ...entry.detail } })), ...(next && { next }) }
    },
    listApis: () => ({ apis: apiStates(catalog) }),
    async importFile({ body, bytes, ...order }, { request }) {
      return (
        await imports.start({ ...order, bytes: bytes ?? declaredLength(request.headers), chunks: body }, log)
      ).frames()
    },
    vaultRotation: () => rotation.state(),
    rotateVault: async () => (await rotation.start(log)).frames(),
    listLogLines: (wanted) => ({
      lines: log.recent.latest(wanted).map((line) => ({ ...line, fields: { ...line.fields } })),
    }),
    status: () => status(),
  }
}

function declaredLength(headers: Readonly<Record<string, string>>): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

// The provider of the operator API. Its handlers are a few lines each; the rules are in ../accounts/, ../keys/,
// ../vault/ and here.
import { defineProvider, type Provider } from '#define'
import { createCallRecord } from '../accounts/call-record.ts'
import { createOverviews } from '../accounts/overview.ts'
import { type AccountRulesDeps, createAccountRules } from '../accounts/rules.ts'
import { createRefuseUnknownTargets } from '../accounts/scope-targets.ts'
import { createSpendingReport } from '../accounts/spending.ts'
import type { Providers } from '../embedded/providers.ts'
import type { Keys } from '../keys/keys.ts'
import type { Log } from '../log.ts'
import meApi from '../me/api.ts'
import type { Meter } from '../metering/meter.ts'
import type { MasterKey } from '../vault/master-key.ts'
import api from './api.ts'
import { accountHandlers } from './handlers/accounts.ts'
import { keyHandlers } from './handlers/keys.ts'
import { operationHandlers } from './handlers/operation.ts'
import { overviewHandlers } from './handlers/overview.ts'
import { recordHandlers } from './handlers/record.ts'
import { createImports } from './imports.ts'
import { createRotation } from './rotation.ts'
import { countsOf, createStatus, type StatusDeps } from './status.ts'

export interface AdminDeps
  extends Omit<AccountRulesDeps, 'invalidations'>,
    Pick<StatusDeps, 'quota' | 'invalidations' | 'config'> {
  readonly keys: Keys
  readonly masterKey: MasterKey
  readonly meter: Pick<Meter, 'report' | 'flush'>
  readonly log: Log
  readonly providers: Providers
  readonly clockProblem: () => string | undefined
}

/** Makes the provider of the operator API. */
export function createAdminProvider(deps: AdminDeps): Provider {
  const refuseUnknownTargets = createRefuseUnknownTargets(deps.listings, meApi.endpoints)
  const rules = { ...deps, ...createAccountRules(deps), refuseUnknownTargets }
  const work = { imports: createImports(rules), rotation: createRotation(rules), status: createStatus(rules) }
  const spending = createSpendingReport(deps)
  const overviews = createOverviews({ ...deps, spending })
  const handlers = {
    ...{ ...accountHandlers(rules), ...keyHandlers(rules), ...operationHandlers({ ...rules, ...work }) },
    ...recordHandlers(createCallRecord(deps)),
    ...overviewHandlers({ ...deps, ...work, spending, overviews, countRows: () => countsOf(deps.store) }),
  }
  return defineProvider(api, () => handlers)
}

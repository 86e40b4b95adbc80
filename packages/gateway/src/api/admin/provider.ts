// The provider of the operator API. Its handlers are a few lines each; the rules are in ../accounts/, ../keys/,
// ../vault/ and here.
import { defineProvider } from '#define'
import type { Provider } from '#define/reflect'
import type { Keys } from '../../account/keys/keys.ts'
import type { Charges } from '../../account/prices/charges.ts'
import type { MasterKey } from '../../account/vault/master-key.ts'
import type { Providers } from '../../embedded/providers.ts'
import type { Config } from '../../process/config.ts'
import type { Log } from '../../process/log.ts'
import type { Meter } from '../../record/metering/meter.ts'
import { createCallRecord } from '../accounts/call-record.ts'
import { createOverviews } from '../accounts/overview.ts'
import { type AccountRulesDeps, createAccountRules } from '../accounts/rules.ts'
import { createRefuseUnknownTargets, type RefuseUnknownTargets } from '../accounts/scope-targets.ts'
import { createSpendingReport } from '../accounts/spending.ts'
import { operatorOwner, type WebhookHandlersDeps, webhookHandlers } from '../events/webhook-handlers.ts'
import meApi from '../me/api.ts'
import api from './api.ts'
import { accountHandlers } from './handlers/accounts.ts'
import { type ApiHandlersDeps, apiHandlers } from './handlers/apis.ts'
import { type DriftHandlersDeps, driftHandlers } from './handlers/drift.ts'
import { keyHandlers } from './handlers/keys.ts'
import { operationHandlers } from './handlers/operation.ts'
import { overviewHandlers } from './handlers/overview.ts'
import { priceHandlers } from './handlers/prices.ts'
import { recordHandlers } from './handlers/record.ts'
import { createImports } from './imports.ts'
import { createRotation } from './rotation.ts'
import { countsOf, createStatus, type StatusDeps } from './status.ts'

interface AdminDeps
  extends Omit<AccountRulesDeps, 'invalidations'>,
    Pick<StatusDeps, 'quota' | 'invalidations'>,
    Pick<ApiHandlersDeps, 'addedApis' | 'documents'>,
    Pick<DriftHandlersDeps, 'compareHar' | 'withHar' | 'flushDrift'>,
    WebhookHandlersDeps {
  readonly config: Config
  readonly keys: Keys
  readonly masterKey: MasterKey
  readonly meter: Pick<Meter, 'report' | 'flush'>
  readonly log: Log
  readonly providers: Providers
  readonly charges: Pick<Charges, 'flush'>
  readonly clockProblem: () => string | undefined
}

/** Creates the provider of the operator API. */
export function createAdminProvider(deps: AdminDeps): Provider {
  const targets = deps.served.derived(({ listings }) => createRefuseUnknownTargets(listings, meApi.endpoints))
  const refuseUnknownTargets: RefuseUnknownTargets = (scopes) => targets()(scopes)
  const rules = { ...deps, ...createAccountRules(deps), refuseUnknownTargets }
  const work = { imports: createImports(rules), rotation: createRotation(rules), status: createStatus(rules) }
  const spending = createSpendingReport(deps)
  const overviews = createOverviews({ ...deps, spending })
  const handlers = {
    ...accountHandlers(rules),
    ...apiHandlers(deps),
    ...driftHandlers(rules),
    ...keyHandlers(rules),
    ...operationHandlers({ ...rules, ...work }),
    ...priceHandlers(rules),
    ...recordHandlers(createCallRecord(deps)),
    ...webhookHandlers(deps, operatorOwner),
    ...overviewHandlers({ ...rules, ...work, spending, overviews, countRows: () => countsOf(deps.store) }),
  }
  return defineProvider(api, () => handlers)
}

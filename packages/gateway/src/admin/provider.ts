// The provider of the operator API. Its handlers are a few lines each; the rules are in ../accounts/, ../keys/,
// ../vault/ and here.
import { defineProvider, type Log, type Provider } from '#define'
import { type AccountRulesDeps, createAccountRules } from '../accounts/rules.ts'
import type { Providers } from '../embedded/providers.ts'
import type { Keys } from '../keys/keys.ts'
import type { Meter } from '../metering/meter.ts'
import type { MasterKey } from '../vault/master-key.ts'
import api from './api.ts'
import { accountHandlers } from './handlers/accounts.ts'
import { keyHandlers } from './handlers/keys.ts'
import { operationHandlers } from './handlers/operation.ts'
import { createImports } from './imports.ts'
import { createRotation } from './rotation.ts'
import { createRefuseUnknownTargets } from './scope-targets.ts'
import { createStatus, type StatusDeps } from './status.ts'

export interface AdminDeps
  extends Omit<AccountRulesDeps, 'invalidations'>,
    Pick<StatusDeps, 'quota' | 'invalidations' | 'config'> {
  readonly keys: Keys
  readonly masterKey: MasterKey
  readonly meter: Pick<Meter, 'report'>
  readonly log: Log
  readonly providers: Providers
}

/** Makes the provider of the operator API. */
export function createAdminProvider(deps: AdminDeps): Provider {
  const refuseUnknownTargets = createRefuseUnknownTargets(deps.listings)
  const rules = { ...deps, ...createAccountRules(deps), refuseUnknownTargets }
  const work = { imports: createImports(rules), rotation: createRotation(rules), status: createStatus(rules) }
  const handlers = { ...accountHandlers(rules), ...keyHandlers(rules), ...operationHandlers({ ...rules, ...work }) }
  return defineProvider(api, () => handlers)
}

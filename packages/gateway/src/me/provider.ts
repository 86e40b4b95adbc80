// The provider of the self-service API: the rules of ../accounts/, applied to the account of the key that the call
// carries.
import { type Call, defineProvider, type Provider } from '#define'
import type { KeyTarget } from '../accounts/provider-keys.ts'
import { type AccountRulesDeps, createAccountRules } from '../accounts/rules.ts'
import { reportUsage } from '../accounts/usage-report.ts'
import type { Meter } from '../metering/meter.ts'
import type { Plan, QuotaState } from '../quota/admission.ts'
import type { Quota } from '../quota/quota.ts'
import api from './api.ts'

export interface MeDeps extends AccountRulesDeps {
  readonly meter: Pick<Meter, 'report'>
  readonly quota: Pick<Quota, 'state'>
}

/** Makes the provider of the self-service API. */
export function createMeProvider(deps: MeDeps): Provider {
  const { quota } = deps
  const { accounts, providerKeys, listingSettings } = createAccountRules(deps)
  return defineProvider(api, () => ({
    me: async (_input, { account }) => {
      const { id, name, isDemo, planId } = await accounts.get(account)
      const { perMinute, perDay } = await accounts.plan(planId)
      return { account: { id, name, isDemo }, plan: { id: planId, perMinute, perDay } }
    },
    limits: async (_input, { account }) => {
      const plan = await accounts.plan((await accounts.get(account)).planId)
      // the same quota subjects as in call/admit.ts
      const [hosted, market] = await Promise.all([quota.state(account, plan), quota.state(`market:${account}`, plan)])
      return { hosted: windowsOf(hosted, plan), market: windowsOf(market, plan) }
    },
    usage: (input, { account }) => reportUsage(deps, { ...input, accountId: account }),
    listProviderKeys: async (_input, { account }) => ({ providerKeys: await providerKeys.list(account) }),
    getProviderKey: (input, call) => providerKeys.get(targetOf(input, call)),
    setProviderKey: (input, call) => providerKeys.set(targetOf(input, call), input.body.key),
    removeProviderKey: async (input, call) => {
      await providerKeys.remove(targetOf(input, call))
      return undefined
    },
    verifyProviderKey: (input, call) => providerKeys.verify(targetOf(input, call)),
    listListings: async (_input, { account }) => ({ listings: await listingSettings.list(account) }),
    chooseProvider: (input, call) =>
      listingSettings.choose({ ...targetOf(input, call), provider: input.body.provider }),
  }))
}

/** In the audit record, an account that changes itself is its own actor. */
function targetOf({ slug }: { slug: string }, { account }: Call): KeyTarget {
  return { actor: account, accountId: account, slug }
}

function windowsOf(state: QuotaState, { perMinute, perDay }: Plan) {
  const { remainingMinute, minuteResetS, remainingDay, dayResetS } = state
  return { limitMinute: perMinute, remainingMinute, minuteResetS, limitDay: perDay, remainingDay, dayResetS }
}

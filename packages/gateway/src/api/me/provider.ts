// The provider of the self-service API: the rules of ../accounts/, applied to the account of the calling key.
import { type Call, defineProvider } from '#define'
import type { Provider } from '#define/reflect'
import { keyBudgetId } from '#define/spending'
import type { Keys } from '../../account/keys/keys.ts'
import type { Charges } from '../../account/prices/charges.ts'
import type { Plan, QuotaState } from '../../account/quota/admission.ts'
import type { Quota } from '../../account/quota/quota.ts'
import { keySubject, limitsCalls, planOf } from '../../call/admit.ts'
import type { Providers } from '../../embedded/providers.ts'
import type { Sandboxes } from '../../embedded/sandboxes/sandboxes.ts'
import { programVersion } from '../../process/program-version.ts'
import type { Meter } from '../../record/metering/meter.ts'
import { type AnswerRulesDeps, createAnswerRules } from '../accounts/answers.ts'
import { createCallRecord } from '../accounts/call-record.ts'
import { keyView } from '../accounts/key-views.ts'
import { createOverviews } from '../accounts/overview.ts'
import { createOwnKeys } from '../accounts/own-keys.ts'
import type { KeyTarget } from '../accounts/provider-keys.ts'
import { type AccountRulesDeps, createAccountRules } from '../accounts/rules.ts'
import { createSandboxRules } from '../accounts/sandboxes.ts'
import { createRefuseUnknownTargets, type RefuseUnknownTargets } from '../accounts/scope-targets.ts'
import { createSpendingReport } from '../accounts/spending.ts'
import { createAccountWaitingCalls } from '../accounts/waiting-calls.ts'
import { accountOwner, type WebhookHandlersDeps, webhookHandlers } from '../events/webhook-handlers.ts'
import api from './api.ts'
import { answerHandlers } from './handlers/answers.ts'
import { keyHandlers } from './handlers/keys.ts'
import { recordHandlers } from './handlers/record.ts'
import { sandboxHandlers } from './handlers/sandboxes.ts'
import { usageHandlers } from './handlers/usage.ts'
import { waitingHandlers } from './handlers/waiting.ts'

type HarParts = 'answersOfHar' | 'withHar' | 'baseUrl'
interface MeDeps extends AccountRulesDeps, WebhookHandlersDeps, Pick<AnswerRulesDeps, HarParts> {
  readonly meter: Pick<Meter, 'report' | 'flush'>
  readonly quota: Pick<Quota, 'state'>
  readonly keys: Keys
  readonly providers: Pick<Providers, 'hosts'>
  readonly charges: Pick<Charges, 'flush'>
  readonly sandboxes: Sandboxes
  readonly providerClock: () => number
}

/** Creates the provider of the self-service API. */
export function createMeProvider(deps: MeDeps): Provider {
  const version = programVersion()
  const { quota } = deps
  const { accounts, providerKeys, listingSettings, audit } = createAccountRules(deps)
  const targets = deps.served.derived(({ listings }) => createRefuseUnknownTargets(listings, api.endpoints))
  const refuseUnknownTargets: RefuseUnknownTargets = (scopes) => targets()(scopes)
  const ownKeys = createOwnKeys({ ...deps, audit, refuseUnknownTargets })
  const spending = createSpendingReport(deps)
  const overviews = createOverviews({ ...deps, spending })
  const statesOf = async (account: string, plan: Plan) => {
    // the same quota subjects as in call/admit.ts
    const [hosted, market] = await Promise.all([quota.state(account, plan), quota.state(`market:${account}`, plan)])
    return { hosted, market }
  }
  const keyWindows = async (account: string, key: string) => {
    const { limits } = await ownKeys.get({ account, key }, key)
    const plan = planOf(limits)
    if (!limitsCalls(limits)) return null
    return windowsOf(await quota.state(keySubject(key), plan), plan)
  }
  const keyMoney = async (account: string, key: string) => {
    const limit = (await ownKeys.get({ account, key }, key)).limits?.usdPerDay ?? null
    if (limit === null) return null
    const { budgets } = await spending({ by: 'day', key }, account)
    const { spent, held } = budgets.find(({ id }) => id === keyBudgetId) ?? { spent: '0', held: '0' }
    const dayMs = 86_400_000
    return { limit, spent, held, resetS: Math.ceil((dayMs - (deps.clock() % dayMs)) / 1000) }
  }
  return defineProvider(api, () => ({
    me: async (_input, { account, key }) => {
      const { id, name, isDemo, provider, planId } = await accounts.get(account)
      const { perMinute, perDay } = await accounts.plan(planId)
      const calling = keyView(await ownKeys.get({ account, key }, key))
      return {
        version,
        account: { id, name, isDemo, provider },
        plan: { id: planId, perMinute, perDay },
        key: {
          id: key,
          name: calling.name,
          agent: calling.agent,
          scopes: calling.scopes,
          expiresAt: calling.expiresAt,
        },
      }
    },
    limits: async (_input, { account, key }) => {
      const plan = await accounts.plan((await accounts.get(account)).planId)
      const { hosted, market } = await statesOf(account, plan)
      return {
        hosted: windowsOf(hosted, plan),
        market: windowsOf(market, plan),
        key: await keyWindows(account, key),
        money: await keyMoney(account, key),
      }
    },
    overview: async (_input, { account }) => {
      const { id, name, isDemo, provider, planId } = await accounts.get(account)
      const plan = await accounts.plan(planId)
      const states = await statesOf(account, plan)
      const listings = await listingSettings.list(account)
      return {
        account: { id, name, isDemo, provider },
        plan: { id: planId, perMinute: plan.perMinute, perDay: plan.perDay },
        limits: { hosted: windowsOf(states.hosted, plan), market: windowsOf(states.market, plan) },
        ...(await overviews.ofAccount({ account, plan, ...states, listings })),
      }
    },
    listProviderKeys: async (_input, { account }) => ({ providerKeys: await providerKeys.list(account) }),
    getProviderKey: (input, call) => providerKeys.get(targetOf(input, call)),
    setProviderKey: (input, call) => providerKeys.set(targetOf(input, call), input.body),
    removeProviderKey: async (input, call) => void (await providerKeys.remove(targetOf(input, call))),
    verifyProviderKey: (input, call) => providerKeys.verify(targetOf(input, call)),
    listListings: async (_input, { account }) => ({ listings: await listingSettings.list(account) }),
    async chooseDefaultProvider({ body: { provider } }, { account }) {
      await accounts.update(account, { provider }, account)
      await listingSettings.forget(account)
      return { listings: await listingSettings.list(account) }
    },
    chooseProvider: (input, call) => listingSettings.choose({ ...targetOf(input, call), ...input.body }),
    ...answerHandlers(createAnswerRules({ ...deps, audit })),
    ...usageHandlers(deps, spending),
    ...keyHandlers(ownKeys),
    ...waitingHandlers(createAccountWaitingCalls({ ...deps, audit, ownKeys })),
    ...sandboxHandlers(createSandboxRules({ ...deps, audit })),
    ...recordHandlers({ record: createCallRecord(deps), listingSettings }),
    ...webhookHandlers(deps, accountOwner),
  }))
}

/** Returns the target; in the audit record, an account that changes itself is its own actor. */
function targetOf({ slug }: { slug: string }, { account }: Call): KeyTarget {
  return { actor: account, accountId: account, slug }
}

function windowsOf(state: QuotaState, { perMinute, perDay }: Plan) {
  const { remainingMinute, minuteResetS, remainingDay, dayResetS } = state
  return { limitMinute: perMinute, remainingMinute, minuteResetS, limitDay: perDay, remainingDay, dayResetS }
}

// Every view: its address, its entry in the navigation, and its module, which is loaded on first use.
import type { IconName } from './kit/icons.ts'
import type { Role } from './session.ts'
import type { View } from './view.ts'

interface Route {
  /** Path below /console, or below /console/operator for the operator's views. */
  readonly path: string
  readonly title: string
  /** Icon in the navigation; absent for views that are reached from others. */
  readonly icon?: IconName
  readonly load: () => Promise<View>
}
interface Group {
  readonly title: string
  readonly role: Role
  readonly routes: readonly Route[]
}

const overview = () => import('./pages/overview.ts').then((module) => module.overview)
const calls = () => import('./pages/calls.ts').then((module) => module.calls)
const oneCall = () => import('./pages/one-call.ts').then((module) => module.oneCall)
const usage = () => import('./pages/usage.ts').then((module) => module.usage)
const keys = () => import('./pages/keys.ts').then((module) => module.keys)
const spending = () => import('./pages/spending.ts').then((module) => module.spending)
const apis = () => import('./pages/apis.ts').then((module) => module.apis)
const webhooks = () => import('./pages/webhooks.ts').then((module) => module.webhooks)
const oneWebhook = () => import('./pages/one-webhook.ts').then((module) => module.oneWebhook)
const oneApi = () => import('./pages/one-api.ts').then((module) => module.oneApi)

export const groups: readonly Group[] = [
  {
    title: 'Activity',
    role: 'account',
    routes: [
      { path: '', title: 'Overview', icon: 'overview', load: overview },
      { path: 'calls', title: 'Calls', icon: 'calls', load: calls },
      { path: 'call', title: 'Call', load: oneCall },
      { path: 'usage', title: 'Usage', icon: 'usage', load: usage },
      { path: 'spending', title: 'Spending', icon: 'spending', load: spending },
    ],
  },
  {
    title: 'Access',
    role: 'account',
    routes: [
      { path: 'keys', title: 'Keys', icon: 'keys', load: keys },
      {
        path: 'provider-keys',
        title: 'Provider keys',
        icon: 'vault',
        load: () => import('./pages/provider-keys.ts').then((module) => module.providerKeys),
      },
      {
        path: 'agents',
        title: 'Agents',
        icon: 'agents',
        load: () => import('./pages/agents.ts').then((module) => module.agents),
      },
      { path: 'webhooks', title: 'Webhooks', icon: 'webhooks', load: webhooks },
      { path: 'webhook', title: 'Webhook', load: oneWebhook },
    ],
  },
  {
    title: 'Build',
    role: 'account',
    routes: [
      { path: 'apis', title: 'APIs', icon: 'apis', load: apis },
      { path: 'api', title: 'API', load: oneApi },
      {
        path: 'try',
        title: 'Try a call',
        icon: 'try',
        load: () => import('./pages/try.ts').then((module) => module.tryCall),
      },
      {
        path: 'sandboxes',
        title: 'Sandboxes',
        icon: 'sandbox',
        load: () => import('./pages/sandboxes.ts').then((module) => module.sandboxes),
      },
      {
        path: 'sandbox',
        title: 'Sandbox',
        load: () => import('./pages/one-sandbox.ts').then((module) => module.oneSandbox),
      },
      {
        path: 'answers',
        title: 'Recorded answers',
        icon: 'record',
        load: () => import('./pages/answers.ts').then((module) => module.answers),
      },
      {
        path: 'answer',
        title: 'Recorded answer',
        load: () => import('./pages/one-answer.ts').then((module) => module.oneAnswer),
      },
    ],
  },
  {
    title: 'Traffic',
    role: 'operator',
    routes: [
      { path: '', title: 'Overview', icon: 'overview', load: overview },
      { path: 'calls', title: 'Calls', icon: 'calls', load: calls },
      { path: 'call', title: 'Call', load: oneCall },
      { path: 'usage', title: 'Usage', icon: 'usage', load: usage },
      { path: 'spending', title: 'Spending', icon: 'spending', load: spending },
      {
        path: 'apis',
        title: 'APIs',
        icon: 'apis',
        load: () => import('./operator/apis.ts').then((module) => module.apis),
      },
      {
        path: 'your-apis',
        title: 'Your APIs',
        icon: 'plus',
        load: () => import('./operator/your-apis.ts').then((module) => module.yourApis),
      },
    ],
  },
  {
    title: 'Customers',
    role: 'operator',
    routes: [
      {
        path: 'accounts',
        title: 'Accounts',
        icon: 'accounts',
        load: () => import('./operator/accounts.ts').then((module) => module.accounts),
      },
      {
        path: 'account',
        title: 'Account',
        load: () => import('./operator/one-account.ts').then((module) => module.oneAccount),
      },
      {
        path: 'plans',
        title: 'Plans',
        icon: 'plans',
        load: () => import('./operator/plans.ts').then((module) => module.plans),
      },
      {
        path: 'prices',
        title: 'Prices',
        icon: 'prices',
        load: () => import('./operator/prices.ts').then((module) => module.prices),
      },
      {
        path: 'drift',
        title: 'Drift',
        icon: 'calls',
        load: () => import('./operator/drift.ts').then((module) => module.drift),
      },
      { path: 'keys', title: 'Keys', icon: 'keys', load: keys },
    ],
  },
  {
    title: 'Machine',
    role: 'operator',
    routes: [
      {
        path: 'models',
        title: 'Models',
        icon: 'models',
        load: () => import('./operator/models.ts').then((module) => module.models),
      },
      {
        path: 'market',
        title: 'Market sources',
        icon: 'market',
        load: () => import('./operator/market.ts').then((module) => module.market),
      },
      { path: 'webhooks', title: 'Webhooks', icon: 'webhooks', load: webhooks },
      { path: 'webhook', title: 'Webhook', load: oneWebhook },
      {
        path: 'audit',
        title: 'Audit',
        icon: 'audit',
        load: () => import('./operator/audit.ts').then((module) => module.audit),
      },
      {
        path: 'system',
        title: 'System',
        icon: 'system',
        load: () => import('./operator/system.ts').then((module) => module.system),
      },
    ],
  },
]

interface Match {
  readonly role: Role
  readonly route: Route | undefined
}

export function matchOf(words: readonly string[]): Match {
  const role = words[0] === 'operator' ? 'operator' : 'account'
  const rest = (role === 'operator' ? words.slice(1) : words).join('/')
  const route = groups
    .filter((group) => group.role === role)
    .flatMap((group) => group.routes)
    .find(({ path }) => path === rest)
  return { role, route }
}

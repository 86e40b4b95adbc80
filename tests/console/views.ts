// Every view of the console, and an address at which each has nothing to show.
export interface ConsoleView {
  /** The view's word in the names of pictures. */
  readonly title: string
  readonly path: string
  /** Finds nothing, where the view can be empty. */
  readonly empty?: string
}

export const views: readonly ConsoleView[] = [
  { title: 'overview', path: '', empty: '' },
  { title: 'calls', path: '/calls', empty: '/calls' },
  { title: 'failures', path: '/calls?show=errors', empty: '/calls?show=errors' },
  { title: 'call', path: '/call?id={call}', empty: '/call' },
  { title: 'usage', path: '/usage?compare=before', empty: '/usage' },
  { title: 'spending', path: '/spending', empty: '/spending' },
  { title: 'keys', path: '/keys', empty: '/keys?search=nobody' },
  { title: 'provider-keys', path: '/provider-keys', empty: '/provider-keys?slug=nothing' },
  { title: 'agents', path: '/agents', empty: '/agents' },
  { title: 'webhooks', path: '/webhooks', empty: '/webhooks' },
  { title: 'apis', path: '/apis', empty: '/apis?search=nothing' },
  { title: 'api', path: '/api?slug=characters', empty: '/api?slug=nothing' },
  { title: 'try', path: '/try?slug=exchange-rates&operation=latest', empty: '/try?slug=nothing' },
  { title: 'sandboxes', path: '/sandboxes', empty: '/sandboxes' },
  { title: 'sandbox', path: '/sandbox?name=invoices', empty: '/sandbox?name=nothing' },
  { title: 'answers', path: '/answers', empty: '/answers' },
  { title: 'answer', path: '/answer?id={answer}', empty: '/answer?id=nothing' },
  { title: 'operator-overview', path: '/operator' },
  { title: 'operator-calls', path: '/operator/calls', empty: '/operator/calls?id=nothing' },
  { title: 'operator-usage', path: '/operator/usage', empty: '/operator/usage?listing=nothing' },
  {
    title: 'operator-spending',
    path: '/operator/spending?by=account',
    empty: '/operator/spending?from=2020-01-01&to=2020-01-02',
  },
  { title: 'operator-apis', path: '/operator/apis', empty: '/operator/apis?search=nothing' },
  { title: 'operator-your-apis', path: '/operator/your-apis', empty: '/operator/your-apis' },
  { title: 'operator-accounts', path: '/operator/accounts', empty: '/operator/accounts?search=nobody' },
  { title: 'operator-account', path: '/operator/account?id={account}', empty: '/operator/account' },
  { title: 'operator-plans', path: '/operator/plans' },
  { title: 'operator-prices', path: '/operator/prices', empty: '/operator/prices?after=zzz/zzz' },
  { title: 'operator-drift', path: '/operator/drift' },
  { title: 'operator-keys', path: '/operator/keys', empty: '/operator/keys?search=nobody' },
  { title: 'operator-models', path: '/operator/models?model=gpt-5', empty: '/operator/models?model=nothing' },
  { title: 'operator-market', path: '/operator/market', empty: '/operator/market?search=nothing' },
  { title: 'operator-webhooks', path: '/operator/webhooks', empty: '/operator/webhooks' },
  { title: 'operator-audit', path: '/operator/audit', empty: '/operator/audit?actor=nobody' },
  { title: 'operator-system', path: '/operator/system' },
]

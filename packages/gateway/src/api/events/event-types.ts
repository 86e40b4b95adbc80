// Every type of event: when it happens, what it says, an example, and the sentence that people read.
import { bool, int, nullable, type Of, obj, oneOf, opt, type Shape, str } from '#define'
import { at, minutesLater } from '../accounts/sample-values.ts'
import { time } from '../accounts/shapes.ts'

/** Declares a type; infers the data from its shape. */
function event<const S extends Shape<unknown>>(type: {
  /** The occasion, and the unit for which it happens once. */
  readonly when: string
  readonly data: S
  readonly example: NoInfer<Of<S>>
  readonly sentence: (data: Of<S>) => string
}) {
  return type
}

const account = nullable(str(), { doc: 'Id of the account; null where all accounts or the operator are concerned.' })
const key = nullable(str(), { doc: 'Id of the key; null where the account is concerned.' })
const isTest = opt(bool({ doc: 'True for an event that somebody sent to try a webhook; its values are made up.' }))
const examples = { account: 'acc_7Jq2Xv9LmB4tRw6K', key: 'key_5nT8wQzR3kYdHc1P' }

const limitData = {
  account,
  key,
  surface: nullable(oneOf(['hosted', 'market']), { doc: 'Which calls of an account are counted; null for a key.' }),
  used: int({ min: 0, doc: 'Calls of this UTC day.' }),
  limit: int({ min: 0 }),
  percent: oneOf([80, 95, 100], { doc: 'The share that has been reached.' }),
  resetsAt: time('When the day ends.'),
  test: isTest,
}
const limitExample = { account: examples.account, key: null, surface: 'hosted', limit: 50_000 } as const
const dollars = (doc: string) => str({ doc: `${doc} US dollars as a decimal string.` })
const budgetData = {
  account,
  key,
  budget: str({ doc: 'Id of the budget; `key` for the limit of a key.' }),
  used: dollars('What was spent.'),
  limit: dollars('What may be spent.'),
  percent: oneOf([80, 95, 100], { doc: 'The share that has been reached.' }),
  endsAt: nullable(time('When the period ends.')),
  test: isTest,
}
const budgetExample = { account: null, key: examples.key, budget: 'key', limit: '2.5' }
const keyData = { account, key: str(), name: str({ doc: 'Name of the key.' }), expiresAt: time('When it expires.') }
const keyExample = { account: examples.account, key: examples.key, name: 'Dashboard', expiresAt: at }
const providerKeyData = {
  account,
  api: str({ doc: 'Slug of the API that the key is for.' }),
  version: int({ min: 1, doc: 'Version of the stored key.' }),
  test: isTest,
}
const providerKeyExample = { account: examples.account, api: 'weather', version: 2 }
const listingData = { listing: str(), title: str(), test: isTest }
const listingExample = { listing: 'weather', title: 'Weather' }

export const eventTypes = {
  'limit.near': event({
    when: 'The calls of a UTC day reach 80 and 95 % of the limit of an account or of a key; once per share and day.',
    data: obj(limitData),
    example: { ...limitExample, used: 40_000, percent: 80, resetsAt: at },
    sentence: (data) => `${callsOf(data)} have reached ${data.percent} %: ${data.used} of ${data.limit} are used.`,
  }),
  'limit.reached': event({
    when: 'All calls of a UTC day are used; further ones are refused. Once per day.',
    data: obj(limitData),
    example: { ...limitExample, used: 50_000, percent: 100, resetsAt: at },
    sentence: (data) => `${callsOf(data)} are used up: ${data.limit}. Further calls are refused until tomorrow, UTC.`,
  }),
  'budget.near': event({
    when: '80 and 95 % of a budget, or of what the calls of a key may cost, are spent; once per share and period.',
    data: obj(budgetData),
    example: { ...budgetExample, used: '2', percent: 80, endsAt: at },
    sentence: (data) => `${budgetOf(data)} has reached ${data.percent} %: $${data.used} of $${data.limit} is spent.`,
  }),
  'budget.reached': event({
    when: 'A budget, or what the calls of a key may cost, is spent; once per period.',
    data: obj(budgetData),
    example: { ...budgetExample, used: '2.5', percent: 100, endsAt: at },
    sentence: (data) => `${budgetOf(data)} is used up: $${data.limit}.`,
  }),
  'key.expiring': event({
    when: 'A key expires in 14 days, and again in 3 days; once per key and time.',
    data: obj({ ...keyData, days: oneOf([14, 3]), test: isTest }),
    example: { ...keyExample, days: 14 },
    sentence: ({ name, days }) =>
      `The key ${name} expires in less than ${days} days. Rotate it, or set a later expiry.`,
  }),
  'key.expired': event({
    when: 'A key has expired; once per key and time.',
    data: obj({ ...keyData, test: isTest }),
    example: keyExample,
    sentence: ({ name }) => `The key ${name} has expired; calls with it are refused.`,
  }),
  'provider_key.refused': event({
    when: 'A provider answered three live calls in a row with 401 or 403; once per version of the stored key.',
    data: obj(providerKeyData),
    example: providerKeyExample,
    sentence: ({ api }) => `The provider of ${api} refuses the stored provider key. Store another one.`,
  }),
  'provider_key.works': event({
    when: 'A call succeeds again after `provider_key.refused`, with the same version of the key.',
    data: obj(providerKeyData),
    example: providerKeyExample,
    sentence: ({ api }) => `The provider of ${api} accepts the stored provider key again.`,
  }),
  'listing.down': event({
    when: 'The provider of a listing has failed for 30 s, so that calls are refused. Accounts whose calls it answers get it.',
    data: obj({
      ...listingData,
      since: time('When it began.'),
      processes: int({ min: 1, doc: 'Processes of the gateway that see it.' }),
      ofProcesses: int({ min: 1, doc: 'Processes of the gateway.' }),
    }),
    example: { ...listingExample, since: at, processes: 1, ofProcesses: 2 },
    sentence: ({ title, processes, ofProcesses }) =>
      `The provider of ${title} fails; calls are refused${ofProcesses > 1 ? ` by ${processes} of ${ofProcesses} processes` : ''}.`,
  }),
  'listing.up': event({
    when: 'The provider of a listing has answered for 30 s after `listing.down`.',
    data: obj(listingData),
    example: listingExample,
    sentence: ({ title }) => `The provider of ${title} answers again.`,
  }),
  'call.waiting': event({
    when: 'A call of an agent waits for a person to approve it; once per call.',
    data: obj({
      account,
      id: str({ doc: 'Id of the waiting call.' }),
      key: str({ doc: 'Id of the key that the agent calls with.' }),
      operation: str(),
      expiresAt: time('From then on it no longer waits.'),
      url: str({ doc: 'Where to approve or decline it.' }),
      test: isTest,
    }),
    example: {
      account: examples.account,
      id: 'wait_5nT8wQzR3kYdHc1PL0vXaB7m',
      key: examples.key,
      operation: 'personal-finance.deleteTransaction',
      expiresAt: minutesLater(5),
      url: 'http://127.0.0.1:8787/console/agents',
    },
    sentence: ({ operation, url }) => `An agent asks to call ${operation}. Approve or decline: ${url}`,
  }),
  'endpoint.deprecated': event({
    when: 'An account calls an endpoint that is deprecated, by its declaration or by the headers `Deprecation` and `Sunset` of a live answer; once per account and endpoint.',
    data: obj({
      account,
      listing: str(),
      endpoint: str(),
      advice: nullable(str(), { doc: 'What the declaration says to do instead.' }),
      deprecatedAt: nullable(time('Since when, or from when on, it is deprecated, if the provider says so.')),
      endsAt: nullable(time('When it stops working, if the provider says so.')),
      test: isTest,
    }),
    example: {
      account: examples.account,
      listing: 'weather',
      endpoint: 'forecast',
      advice: null,
      deprecatedAt: at,
      endsAt: minutesLater(60),
    },
    sentence: ({ listing, endpoint, advice, endsAt }) =>
      [
        `The endpoint ${listing}.${endpoint}, which you call, is deprecated.`,
        ...(endsAt === null ? [] : [`It stops working on ${new Date(endsAt).toISOString().slice(0, 10)}.`]),
        ...(advice === null ? [] : [advice]),
      ].join(' '),
  }),
  'backup.failed': event({
    when: 'A `gatehouse backup` has failed, by hand or by a timer; once per try. The operator gets it.',
    data: obj({ reason: str({ doc: 'What it printed, up to 300 characters.' }), test: isTest }),
    example: { reason: 'ENOSPC: no space left on device, write' },
    sentence: ({ reason }) => `A backup has failed: ${reason}`,
  }),
  'drift.found': event({
    when: 'A live answer breaks what its endpoint declares; once per endpoint and UTC day.',
    data: obj({
      ...listingData,
      endpoint: str({ doc: 'Operation id.' }),
      kind: str({ doc: 'missing, retyped or status.' }),
      pointer: str({ doc: 'Where in the answer, with `*` for items and free keys; empty for the whole answer.' }),
      declared: str(),
      seen: str(),
      findings: int({ min: 1, doc: 'How many breaking differences were found at once; the first is told here.' }),
    }),
    example: {
      ...listingExample,
      endpoint: 'forecast',
      kind: 'missing',
      pointer: '/days/*/sunrise',
      declared: 'string',
      seen: 'nothing',
      findings: 1,
    },
    sentence: ({ title, endpoint, kind, pointer, declared, seen }) =>
      `Answers of ${title} have changed: ${endpoint} ${pointer === '' ? 'as a whole' : `at ${pointer}`} is ${kind}, ${declared} declared and ${seen} seen.`,
  }),
  'webhook.disabled': event({
    when: 'The gateway has switched a webhook off: it answered 410, or only failed for five days.',
    data: obj({
      account,
      webhook: str(),
      host: str({ doc: 'Host of its address.' }),
      because: str({ doc: 'The reason, in a sentence.' }),
      test: isTest,
    }),
    example: {
      account: examples.account,
      webhook: 'hook_5nT8wQzR3kYdHc1PL0vX',
      host: 'hooks.example.com',
      because: 'It answered 410.',
    },
    sentence: ({ host, because }) => `The webhook at ${host} is switched off. ${because}`,
  }),
  ping: event({
    when: 'Somebody tries a webhook.',
    data: obj({ account, webhook: str(), test: isTest }),
    example: { account: examples.account, webhook: 'hook_5nT8wQzR3kYdHc1PL0vX', test: true },
    sentence: () => 'This is a test of a webhook of Gatehouse.',
  }),
}

export type EventName = keyof typeof eventTypes
export type EventData<N extends EventName> = Of<(typeof eventTypes)[N]['data']>

const isEventName = (name: string): name is EventName => Object.hasOwn(eventTypes, name)
export const eventNames: readonly EventName[] = Object.keys(eventTypes).filter(isEventName)

/** Types of events that belong to no account and that accounts get as well. */
export const commonEvents: readonly EventName[] = ['listing.down', 'listing.up']

const sentences: { readonly [N in EventName]: { readonly sentence: (data: EventData<N>) => string } } = eventTypes

/** Returns the sentence for an event, for people. */
export function sentenceOf<N extends EventName>(name: N, data: EventData<N>): string {
  return sentences[name].sentence(data)
}

function callsOf({ key: id, surface }: { key: string | null; surface: 'hosted' | 'market' | null }): string {
  if (id !== null) return `Today's calls of the key ${id}`
  return surface === 'market' ? "Today's calls of the item market" : "Today's calls"
}

function budgetOf({ key: id, budget }: { key: string | null; budget: string }): string {
  return id === null ? `The budget ${budget}` : `What calls of the key ${id} may cost`
}

/** Reports whether a pattern (`*`, `limit.*` or a type) is one that some event matches. */
export function isPattern(pattern: string): boolean {
  return eventNames.some((name) => matches(pattern, name))
}

/** Reports whether a webhook with these patterns asks for a type. */
export function asksFor(patterns: readonly string[] | '*', name: string): boolean {
  return patterns === '*' || patterns.some((pattern) => matches(pattern, name))
}

function matches(pattern: string, name: string): boolean {
  return pattern === name || (pattern.endsWith('.*') && name.startsWith(pattern.slice(0, -1)))
}

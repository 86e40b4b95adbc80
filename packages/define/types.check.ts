// What must and what must not compile with the words. Each line after `// must not compile:` is put in the place of its comment by
// types.test.ts, which expects an error there and nowhere else.
import { defineLive } from './live.ts'
import {
  body,
  currency,
  day,
  defineApi,
  defineExamples,
  defineOperator,
  defineProvider,
  fail,
  get,
  hosted,
  int,
  keyless,
  list,
  nullable,
  num,
  obj,
  oneOf,
  opt,
  post,
  req,
  str,
} from './mod.ts'

const Rates = obj({
  base: str(),
  rates: list(num()),
  note: opt(str()),
  kind: oneOf(['day', 'month']),
  at: nullable(day()),
})
const endpoints = {
  latest: get('/latest', 'Latest', {
    params: { base: currency({ default: 'EUR' }), limit: int(), symbols: req.list(str()) },
    returns: Rates,
  }),
  onDate: get('/{date}/of/{id}', 'One day', { params: { id: int() }, returns: obj({ ok: str() }) }),
  store: post('/store', 'Store', { body: body({ name: req.str(), size: int() }), returns: obj({ id: int() }) }),
}
const options = {
  slug: 'test',
  title: 'Test',
  summary: '',
  surface: hosted,
  auth: keyless,
  upstream: null,
  endpoints,
} as const
const api = defineApi({ ...options, verify: 'latest' })
const rates = { base: 'EUR', rates: [1], kind: 'day', at: null } as const
const good = { latest: () => ({ ...rates, rates: [1] }), onDate: () => ({ ok: '' }), store: () => ({ id: 1 }) }

defineProvider(api, () => ({
  ...good,
  latest(input) {
    const base: string = input.base
    const limit: number | undefined = input.limit
    const symbols: string[] = input.symbols
    // must not compile: const sure: number = input.limit
    // must not compile: input.simbols
    return { ...rates, rates: [limit ?? symbols.length, base.length] }
  },
  onDate({ id, date }) {
    const number: number = id
    const text: string = date
    // must not compile: const day: number = date
    return { ok: text + number }
  },
  store({ body: { name, size } }) {
    const text: string = name
    // must not compile: const whole: number = size
    return { id: text.length + (size ?? 0) }
  },
}))

// a handler is missing, misspelt, or answers something else
// must not compile: defineProvider(api, () => ({ latest: good.latest, store: good.store }))
// must not compile: defineProvider(api, () => ({ latest: good.latest, oneDate: good.onDate, store: good.store }))
// must not compile: defineProvider(api, () => ({ ...good, store: () => ({ id: 'one' }) }))
// must not compile: defineProvider(api, () => ({ ...good, latest: () => ({ base: 'EUR', rates: [1], kind: 'week', at: null }) }))

// a declared job or operator endpoint that open() does not bring
const operatorPart = defineOperator(api, { state: get('/state', 'State', { returns: str() }) }, {})
defineProvider(api, {
  operator: operatorPart,
  jobs: { tidy: { everyMs: 1000 } },
  open: () => ({ handlers: good, operator: { state: () => 'up' }, jobs: { tidy: async () => {} } }),
})
// must not compile: defineProvider(api, { jobs: { tidy: { everyMs: 1 } }, open: () => ({ handlers: good }) })
// must not compile: defineProvider(api, { jobs: { tidy: { everyMs: 1 } }, open: () => ({ handlers: good, jobs: { other: async () => {} } }) })
// must not compile: defineProvider(api, { operator: operatorPart, open: () => ({ handlers: good }) })
// must not compile: defineProvider(api, { operator: operatorPart, open: () => ({ handlers: good, operator: { state: () => 1 } }) })

// an example or an adaptation of an endpoint that is not there
// must not compile: defineExamples(endpoints, { latest: {}, onDate: {}, store: {}, other: {} })
// must not compile: defineExamples(endpoints, { latest: {}, onDate: {} })
// must not compile: defineLive(api, { other: {} })
defineExamples(endpoints, { latest: {}, onDate: {}, store: {} })
defineLive(api, { latest: {} })

// a default of another type, a verifying endpoint that is not there
// must not compile: int({ default: 'one' })
// must not compile: oneOf(['a', 'b'], { default: 'c' })
// must not compile: defineApi({ ...facts, verify: 'other' })

// a code that is not in the registry, a blank that is not filled
fail('quota.minute', { limit: 60 })
// must not compile: fail('quota.hour', { limit: 60 })
// must not compile: fail('quota.minute', {})

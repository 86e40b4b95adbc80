// A small API for tests of the gateway's behaviour with any API: declaration, embedded and live provider in one file.

import {
  anyObject,
  bodyOf,
  defineApi,
  defineExamples,
  defineProvider,
  get,
  hosted,
  int,
  keyless,
  obj,
  post,
  req,
  str,
} from '#define'
import { defineLive } from '#define/live'
import type { Auth, Limits } from '#define/reflect'
import type { LoadedApi } from '../../packages/gateway/src/process/load-apis.ts'

const Thing = obj({ id: str() })

const thing = { params: { depth: int({ min: 0, max: 9 }) }, returns: Thing }
const endpoints = {
  thing: get('/things/{id}', 'One thing', thing),
  findThings: get('/things', 'Things by name', { params: { name: req.str() }, returns: Thing }),
  addThing: post('/things', 'Adds a thing', { body: bodyOf(anyObject()), returns: Thing }),
  addByPath: post('/things/{id}', 'Adds a thing under its id', { returns: Thing }),
  translated: post('/translated/{id}', 'A thing whose answer the gateway translates', { returns: Thing }),
}

interface SmallApiOptions {
  readonly slug?: string
  readonly auth?: Auth
  readonly limits?: Partial<Limits>
  /** The call that the declaration of `thing` names instead. */
  readonly deprecated?: string
}

/** Declares things at `/things`. Embedded it answers every id; for live calls the test names a provider. */
export function smallApi({ slug = 'small', auth = keyless, limits = {}, deprecated }: SmallApiOptions = {}): LoadedApi {
  const api = defineApi({
    ...{ slug, title: 'Small API', summary: 'Things.', surface: hosted, auth, limits, upstream: null },
    endpoints: {
      ...endpoints,
      ...(deprecated !== undefined && { thing: get('/things/{id}', 'One thing', { ...thing, deprecated }) }),
    },
  })
  const provider = defineProvider(api, () => ({
    thing: ({ id }) => ({ id }),
    findThings: ({ name }) => ({ id: name }),
    addThing: () => ({ id: 'added' }),
    addByPath: ({ id }) => ({ id }),
    translated: ({ id }) => ({ id }),
  }))
  const live = defineLive(api, { translated: { answer: (body) => ({ id: Reflect.get(Object(body), 'name') }) } })
  const example = { params: { id: 'one' }, output: { id: 'one' } }
  const examples = defineExamples(endpoints, {
    thing: example,
    findThings: { params: { name: 'one' }, output: { id: 'one' } },
    addThing: { body: { name: 'one' }, output: { id: 'one' } },
    addByPath: example,
    translated: { ...example, provider: { name: 'one' } },
  })
  return { api, provider, live, examples }
}

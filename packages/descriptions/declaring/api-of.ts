// apiOf: a Description becomes the declaration of an API, like that of an API folder.
import type { Api, Endpoint } from '#define'
import { anyBody, anything, defineApi, del, get, hosted, patch, post, put } from '#define'
import { checkerOf } from '../checking/check-schema.ts'
import type { Description } from '../description.ts'
import { endpointOf } from './endpoints.ts'
import { keyPlanOf } from './keys.ts'

export interface DeclareOptions {
  readonly slug: string
  /** Default: the title of the description. */
  readonly title?: string | undefined
  /**
   * `provider` (default): only method and path must be known, and everything else is passed on as it came. `gateway`:
   * parameters and bodies are checked as declared, with all problems in one 400.
   */
  readonly check?: 'provider' | 'gateway' | undefined
  /** Forwards unknown paths below the base too. */
  readonly open?: boolean | undefined
  /** The security schemes whose keys are stored, in place of the first alternative that can be kept. */
  readonly keys?: readonly string[] | undefined
}

/** Declares the API. Schemas stay data: the gateway compiles those of an operation with its first call. */
export function apiOf(description: Description, options: DeclareOptions): Api {
  const endpoints = new Map(endpointsOf(description, options))
  return declared(description, options, endpoints)
}

/** Declares the API like `apiOf`, awaiting `pause` between operations: there can be thousands. */
export async function apiInSteps(
  description: Description,
  options: DeclareOptions,
  pause: () => Promise<void>,
): Promise<Api> {
  const endpoints = new Map<string, Endpoint>()
  for (const [id, endpoint] of endpointsOf(description, options)) {
    endpoints.set(id, endpoint)
    await pause()
  }
  return declared(description, options, endpoints)
}

function* endpointsOf(description: Description, options: DeclareOptions): Generator<readonly [string, Endpoint]> {
  const { schemas, operations } = description
  const { check = 'provider', keys } = options
  const plan = keyPlanOf(description, keys)
  for (const operation of operations)
    yield [operation.id, endpointOf(operation, { schemas, check, keys: plan.of(operation) })]
}

function declared(description: Description, options: DeclareOptions, endpoints: Map<string, Endpoint>): Api {
  const { schemas, base } = description
  if (options.open) for (const [id, endpoint] of openEndpoints(endpoints)) endpoints.set(id, endpoint)
  return defineApi({
    slug: options.slug,
    title: options.title ?? description.title,
    summary: `${description.summary}.`,
    surface: hosted,
    auth: keyPlanOf(description, options.keys).auth,
    upstream: { base: base ?? null },
    endpoints: Object.fromEntries(endpoints),
    schemas,
    checkerOf: checkerOf(schemas),
    passHeaders: headersOf(description),
    words: wordsOf(description),
  })
}

/** Returns endpoints that match every path, one for each method. */
function openEndpoints(known: ReadonlyMap<string, Endpoint>): (readonly [string, Endpoint])[] {
  const words = { get, post, put, patch, delete: del }
  return Object.entries(words).flatMap(([name, word]) => {
    const id = `any-path-${name}`
    if (known.has(id)) return []
    const body = name === 'get' ? {} : { body: { ...anyBody(), unchecked: true } }
    const options = { ...body, returns: anything(), invalid: 'provider', missing: 'provider' } as const
    return [[id, word('/*path', 'Any other path of the provider', options)] as const]
  })
}

/** Returns the names of the header parameters: an operation passes those of others too, since some are left out. */
function headersOf({ operations }: Description): string[] {
  const names = operations.flatMap(({ parameters }) =>
    parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase()),
  )
  return [...new Set(names)]
}

/** Returns further words that find an operation: its tags, its declared id and the words of its path. */
function wordsOf({ operations }: Description): Record<string, string> {
  return Object.fromEntries(
    operations.map(({ id, tags, path, declaredId }) => [
      id,
      [...tags, declaredId ?? id, path.replace(/[/{}*_.-]+/g, ' ')]
        .join(' ')
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .trim(),
    ]),
  )
}

// apiOf: a Description becomes the declaration of an API, like that of an API folder.
import type { Api, Endpoint } from '#define'
import { anyBody, anything, defineApi, del, get, hosted, patch, post, put } from '#define'
import { checkerOf } from '../checking/check-schema.ts'
import type { Description, Operation } from '../description.ts'
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
  return declared(description, options, [...partsOf(description, options)])
}

/** Declares the API like `apiOf`, awaiting `pause` between operations: there can be thousands. */
export async function apiInSteps(
  description: Description,
  options: DeclareOptions,
  pause: () => Promise<void>,
): Promise<Api> {
  const parts: Part[] = []
  for (const part of partsOf(description, options)) {
    parts.push(part)
    await pause()
  }
  return declared(description, options, parts)
}

/** The contribution of one operation. */
interface Part {
  readonly id: string
  readonly endpoint: Endpoint
  readonly words: string
  /** Names of header parameters. */
  readonly headers: readonly string[]
}

function* partsOf(description: Description, options: DeclareOptions): Generator<Part> {
  const { schemas, operations } = description
  const { check = 'provider', keys } = options
  const plan = keyPlanOf(description, keys)
  for (const operation of operations) {
    const endpoint = endpointOf(operation, { schemas, check, keys: plan.of(operation) })
    yield { id: operation.id, endpoint, words: wordsOf(operation), headers: headersOf(operation) }
  }
}

function declared(description: Description, options: DeclareOptions, parts: readonly Part[]): Api {
  const { schemas, base } = description
  const endpoints = new Map(parts.map(({ id, endpoint }) => [id, endpoint]))
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
    // an operation passes the headers of others too, since some documents leave out what all have
    passHeaders: [...new Set(parts.flatMap(({ headers }) => headers))],
    words: Object.fromEntries(parts.map(({ id, words }) => [id, words])),
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

function headersOf({ parameters }: Operation): string[] {
  return parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase())
}

/** Returns further words that find an operation: its tags, its declared id and the words of its path. */
function wordsOf({ id, tags, path, declaredId }: Operation): string {
  return [...tags, declaredId ?? id, path.replace(/[/{}*_.-]+/g, ' ')]
    .join(' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
}

// What a caller may wish for of one call's way, beside the body that the wire format knows: `models` names further models, `provider`
// says which channels, in which order and at which price. The members are the ones that routers of this kind have made familiar.
import type { Json } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'

export interface Hints {
  /** Models to fall back to, in this order. */
  readonly models: readonly string[]
  /** Names or ids of channels, in lower case. */
  readonly order: readonly string[]
  readonly only: readonly string[] | undefined
  readonly ignore: readonly string[]
  readonly sort: 'price' | 'latency' | 'throughput' | undefined
  /** Dollars per million tokens. */
  readonly maxPrice: { readonly prompt?: number | undefined; readonly completion?: number | undefined }
  /** False: one attempt, and no more. */
  readonly fallbacks: boolean
}

export const noHints: Hints = {
  models: [],
  order: [],
  only: undefined,
  ignore: [],
  sort: undefined,
  maxPrice: {},
  fallbacks: true,
}
const modelLimit = 10
const nameLimit = 100
const sorts = ['price', 'latency', 'throughput'] as const

/** Takes the wishes out of a body; what is left is the wire format's. Throws ModelError 'invalid'. */
export function takeHints(body: unknown): { readonly hints: Hints; readonly rest: unknown } {
  if (!isObject(body) || (body.models === undefined && body.provider === undefined))
    return { hints: noHints, rest: body }
  const { models, provider, ...rest } = body
  return { hints: readHints({ models, provider }), rest }
}

export function readHints({ models, provider }: { models?: unknown; provider?: unknown }): Hints {
  if (provider !== undefined && provider !== null && !isObject(provider)) throw invalid('provider', 'must be an object')
  const wishes = isObject(provider) ? provider : {}
  return {
    models: texts(models, 'models', modelLimit) ?? [],
    order: lower(texts(wishes.order, 'provider.order', nameLimit)) ?? [],
    only: lower(texts(wishes.only, 'provider.only', nameLimit)),
    ignore: lower(texts(wishes.ignore, 'provider.ignore', nameLimit)) ?? [],
    sort: readSort(wishes.sort),
    maxPrice: readMaxPrice(wishes.max_price),
    fallbacks: readFallbacks(wishes.allow_fallbacks),
  }
}

function texts(value: unknown, param: string, most: number): string[] | undefined {
  if (value === undefined || value === null) return undefined
  const isList = Array.isArray(value) && value.length <= most
  if (!isList || !value.every((one) => typeof one === 'string' && one !== '' && one.length <= 500))
    throw invalid(param, `must be a list of at most ${most} names`)
  return value.map(String)
}

const lower = (names: readonly string[] | undefined) => names?.map((name) => name.toLowerCase())

function readSort(value: unknown): Hints['sort'] {
  if (value === undefined || value === null) return undefined
  const sort = sorts.find((one) => one === value)
  if (!sort) throw invalid('provider.sort', `must be one of ${sorts.join(', ')}`)
  return sort
}

function readMaxPrice(value: unknown): Hints['maxPrice'] {
  if (value === undefined || value === null) return {}
  if (!isObject(value)) throw invalid('provider.max_price', 'must be an object with prompt and completion')
  return { prompt: readPrice(value.prompt, 'prompt'), completion: readPrice(value.completion, 'completion') }
}

function readPrice(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null) return undefined
  const price = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof price !== 'number' || !(price >= 0))
    throw invalid(`provider.max_price.${name}`, 'must be dollars per million tokens')
  return price
}

function readFallbacks(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value !== 'boolean') throw invalid('provider.allow_fallbacks', 'must be true or false')
  return value
}

const invalid = (param: string, problem: string) => new ModelError('invalid', `${param} ${problem}.`, { param })

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

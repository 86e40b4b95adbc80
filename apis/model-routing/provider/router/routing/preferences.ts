// Routing preferences of a caller, in the body next to what the wire format defines: `models` names fallback models,
// `provider` says which channels, in which order and at which price (SOURCES 7.5).
import { isJson } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'

export interface RoutingPreferences {
  /** Models to fall back to, in this order. */
  readonly models: readonly string[]
  /** Names or ids of channels, in lower case. */
  readonly order: readonly string[]
  readonly only: readonly string[] | undefined
  readonly ignore: readonly string[]
  readonly sort: 'price' | 'latency' | 'throughput' | undefined
  /** Dollars per million tokens. */
  readonly maxPrice: { readonly prompt?: number | undefined; readonly completion?: number | undefined }
  /** False for a single attempt. */
  readonly allowFallbacks: boolean
}

export const noPreferences: RoutingPreferences = {
  models: [],
  order: [],
  only: undefined,
  ignore: [],
  sort: undefined,
  maxPrice: {},
  allowFallbacks: true,
}
const modelLimit = 10
const nameLimit = 100
const sorts = ['price', 'latency', 'throughput'] as const

/** Splits a body into the preferences and the wire format's own part. Throws ModelError 'invalid'. */
export function splitPreferences(body: unknown): { readonly preferences: RoutingPreferences; readonly rest: unknown } {
  if (!isJson(body) || (body.models === undefined && body.provider === undefined))
    return { preferences: noPreferences, rest: body }
  const { models, provider, ...rest } = body
  return { preferences: readPreferences({ models, provider }), rest }
}

export function readPreferences(body: { models?: unknown; provider?: unknown }): RoutingPreferences {
  const { models, provider } = body
  if (provider !== undefined && provider !== null && !isJson(provider)) throw invalid('provider', 'must be an object')
  const requested = isJson(provider) ? provider : {}
  return {
    models: names(models, 'models', modelLimit) ?? [],
    order: lower(names(requested.order, 'provider.order', nameLimit)) ?? [],
    only: lower(names(requested.only, 'provider.only', nameLimit)),
    ignore: lower(names(requested.ignore, 'provider.ignore', nameLimit)) ?? [],
    sort: readSort(requested.sort),
    maxPrice: readMaxPrice(requested.max_price),
    allowFallbacks: readFallbacks(requested.allow_fallbacks),
  }
}

function names(value: unknown, param: string, most: number): string[] | undefined {
  if (value === undefined || value === null) return undefined
  const isList = Array.isArray(value) && value.length <= most
  if (!isList || !value.every((one) => typeof one === 'string' && one !== '' && one.length <= 500))
    throw invalid(param, `must be a list of at most ${most} names`)
  return value.map(String)
}

const lower = (list: readonly string[] | undefined) => list?.map((name) => name.toLowerCase())

function readSort(value: unknown): RoutingPreferences['sort'] {
  if (value === undefined || value === null) return undefined
  const sort = sorts.find((one) => one === value)
  if (!sort) throw invalid('provider.sort', `must be one of ${sorts.join(', ')}`)
  return sort
}

function readMaxPrice(value: unknown): RoutingPreferences['maxPrice'] {
  if (value === undefined || value === null) return {}
  if (!isJson(value)) throw invalid('provider.max_price', 'must be an object with prompt and completion')
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

// Parses a channel as the operator wrote it, in a call or in the file. Every problem is a sentence that names its
// member.
import { isJson } from '../../wire/json.ts'
import { isPrice, type Price } from '../metering/price.ts'
import {
  type Channel,
  type ChannelKind,
  type ChannelLimits,
  channelKinds,
  defaultBases,
  mappingLoop,
  normaliseBase,
} from './channel.ts'

/** The problem with a channel, in a sentence. */
export class ChannelProblem extends Error {
  override name = 'ChannelProblem'
}
export type ChannelSettings = Omit<Channel, 'id' | 'source'>

const modelLimit = 500
const members = new Set('name kind base enabled priority weight models mapping prices limits headers key'.split(' '))
/** Set by the router itself, or about the connection. */
const reservedHeaders =
  /^(?:authorization|x-api-key|x-goog-api-key|host|connection|content-.*|transfer-encoding|accept-encoding|cookie|te|upgrade|expect|trailer)$/i

/** `before`: the channel that is changed; absent members keep its values. Throws ChannelProblem. */
export function readChannel(input: unknown, before?: ChannelSettings): ChannelSettings {
  if (!isJson(input)) throw new ChannelProblem('a channel is an object')
  const unknown = Object.keys(input).find((name) => !members.has(name))
  if (unknown !== undefined) throw new ChannelProblem(`${unknown.slice(0, 60)} is not a member of a channel`)
  const kind = readKind(input.kind ?? before?.kind ?? 'openai')
  const mapping = readMap(input.mapping ?? before?.mapping ?? {}, 'mapping')
  const loop = mappingLoop(mapping)
  if (loop) throw new ChannelProblem(`mapping goes in a circle: ${loop.join(' -> ')}`)
  const sameKind = before?.kind === kind ? before.base : undefined
  return {
    name: readName(input.name ?? before?.name),
    kind,
    base: readBase(kind, input.base ?? sameKind ?? defaultBases[kind]),
    enabled: readBool(input.enabled ?? before?.enabled ?? true, 'enabled'),
    priority: readInt(input.priority ?? before?.priority ?? 0, 'priority', -1000, 1000),
    weight: readInt(input.weight ?? before?.weight ?? 1, 'weight', 1, 1_000_000),
    models: readModels(input.models ?? before?.models ?? (Object.keys(mapping).length > 0 ? [] : undefined)),
    mapping,
    prices: readPrices(input.prices ?? before?.prices ?? {}),
    limits: readLimits(input.limits ?? before?.limits ?? {}),
    headers: readHeaders(input.headers ?? before?.headers ?? {}),
  }
}

function readName(value: unknown): string {
  if (typeof value !== 'string' || !/^[\w][\w .:@-]{0,63}$/.test(value))
    throw new ChannelProblem('name is 1 to 64 letters, digits, spaces and . : @ _ -')
  return value
}

function readKind(value: unknown): ChannelKind {
  const kind = channelKinds.find((one) => one === value)
  if (!kind) throw new ChannelProblem(`kind is one of ${channelKinds.join(', ')}`)
  return kind
}

function readBase(kind: ChannelKind, value: unknown): string {
  const url = typeof value === 'string' && value.length <= 2000 ? URL.parse(value) : null
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isHttp || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new ChannelProblem('base is an http or https address without user, query and fragment')
  return normaliseBase(kind, url.href)
}

function readBool(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw new ChannelProblem(`${name} is true or false`)
  return value
}

function readInt(value: unknown, name: string, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    throw new ChannelProblem(`${name} is an integer from ${least} to ${most}`)
  return value
}

function readModels(value: unknown): string[] {
  const isList = Array.isArray(value) && value.length <= modelLimit
  if (!isList || !value.every((one) => typeof one === 'string' && one !== '' && one.length <= 200))
    throw new ChannelProblem(`models is a list of at most ${modelLimit} names; * stands for any characters`)
  return value.map(String)
}

function readMap(value: unknown, name: string): Record<string, string> {
  const entries = isJson(value) ? Object.entries(value) : []
  const isMap = isJson(value) && entries.length <= modelLimit
  if (
    !isMap ||
    !entries.every(([key, one]) => key !== '' && typeof one === 'string' && one !== '' && one.length <= 500)
  )
    throw new ChannelProblem(`${name} is an object of at most ${modelLimit} strings`)
  return Object.fromEntries(entries.map(([key, one]) => [key, String(one)]))
}

function readHeaders(value: unknown): Record<string, string> {
  const headers = readMap(value, 'headers')
  for (const [name, text] of Object.entries(headers)) {
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name) || !/^[\t\x20-\x7e]*$/.test(text))
      throw new ChannelProblem(`headers: ${name.slice(0, 60)} is not a header`)
    if (reservedHeaders.test(name))
      throw new ChannelProblem(`headers: ${name} is set by the router; a key is stored with PUT key`)
  }
  return headers
}

/** Names in the operator's JSON to ours. */
const priceNames: Readonly<Record<string, keyof Price>> = {
  input: 'input',
  output: 'output',
  cached_input: 'cachedInput',
  cache_write: 'cacheWrite',
  cache_write_1h: 'cacheWriteHour',
  reasoning: 'reasoning',
  audio_input: 'audioInput',
  audio_output: 'audioOutput',
  image_input: 'imageInput',
  image_output: 'imageOutput',
  search: 'search',
  call: 'call',
  long_from: 'longFrom',
  long_input: 'longInput',
  long_output: 'longOutput',
  long_cached_input: 'longCachedInput',
  long_cache_write: 'longCacheWrite',
  long_cache_write_1h: 'longCacheWriteHour',
  long_reasoning: 'longReasoning',
}

function readPrices(value: unknown): Record<string, Price> {
  if (!isJson(value) || Object.keys(value).length > modelLimit)
    throw new ChannelProblem(`prices is an object with at most ${modelLimit} models`)
  return Object.fromEntries(Object.entries(value).map(([model, price]) => [model, readPrice(model, price)]))
}

function readPrice(model: string, input: unknown): Price {
  if (!isJson(input)) throw new ChannelProblem(`prices: ${model} is an object`)
  const price: Record<string, string> = {}
  for (const [name, value] of Object.entries(input)) {
    const own = priceNames[name] ?? Object.values(priceNames).find((one) => one === name)
    const amount = typeof value === 'number' ? String(value) : value
    if (own === undefined || typeof amount !== 'string' || !isPrice(amount))
      throw new ChannelProblem(
        `prices: ${model}: ${name} is not one of ${Object.keys(priceNames).join(', ')} in dollars per million, with at most six decimals`,
      )
    price[own] = amount
  }
  const isLong = Object.keys(price).some((name) => name.startsWith('long'))
  if (isLong && !/^\d+$/.test(price.longFrom ?? ''))
    throw new ChannelProblem(`prices: ${model}: long_from is the tokens of a prompt beyond which long prices apply`)
  return price
}

const limitNames: Readonly<Record<string, keyof ChannelLimits>> = {
  concurrent: 'concurrent',
  calls_per_minute: 'callsPerMinute',
  first_byte_ms: 'firstByteMs',
  idle_ms: 'idleMs',
}

function readLimits(input: unknown): ChannelLimits {
  if (!isJson(input)) throw new ChannelProblem('limits is an object')
  const limits: Record<string, number> = {}
  for (const [name, value] of Object.entries(input)) {
    const own = limitNames[name] ?? Object.values(limitNames).find((one) => one === name)
    if (own === undefined)
      throw new ChannelProblem(`limits: ${name} is not one of ${Object.keys(limitNames).join(', ')}`)
    limits[own] = readInt(value, `limits: ${name}`, 1, 3_600_000)
  }
  return limits
}

/** Writes prices as the operator sees them. */
export function writePrice(price: Price): Record<string, string> {
  const entries = Object.entries(priceNames).flatMap(([name, own]) => {
    const text = price[own]
    return text === undefined ? [] : [[name, text] as const]
  })
  return Object.fromEntries(entries)
}
export function writeLimits(limits: ChannelLimits): Record<string, number> {
  const entries = Object.entries(limitNames).flatMap(([name, own]) => {
    const value = limits[own]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

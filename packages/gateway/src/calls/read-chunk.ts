// Reads chunks of calls in the form that chunk.ts gives them, and in the one they had before calls had kinds: the
// record of calls is kept for days, so an update finds both.
import type { CallChunkRow } from '#store'
import { textOf } from '../http/request-id.ts'
import { integersPerCall, integersPerKind, providers, surfaces, unitsPerMs } from './chunk.ts'
import type { RecordedCall } from './recorded-call.ts'

const integersPerOldCall = 12

/** Reads the calls of a chunk. Throws when it has not the form that `ChunkBuilder` gives it, or once gave it. */
export function readChunk({ account_id, data }: Pick<CallChunkRow, 'account_id' | 'data'>): RecordedCall[] {
  const value: unknown = JSON.parse(data)
  if (!Array.isArray(value)) throw new Error('a chunk of calls is not a list')
  const [began, names, ...parts]: unknown[] = value
  if (typeof began !== 'number' || !Array.isArray(names)) throw new Error('a chunk of calls has no beginning')
  const { kinds, idAt, integers } = Array.isArray(parts[0]) ? partsOf(parts, began) : partsOfOld(parts)
  const readKinds = Array.from({ length: kinds.length / integersPerKind }, (_, at) =>
    readKind(pieceOf(kinds, at, integersPerKind), names),
  )
  const calls: RecordedCall[] = []
  for (let first = 0; first < integers.length; first += integersPerCall) {
    const number = (at: number) => Number(integers[first + at])
    const { keyId, listing, endpoint, provider, status, code, surface } = readKinds[number(1)] ?? readKind([], names)
    const upstream = number(3)
    // a literal in one piece: a page reads thousands of calls, and spreading doubles its time
    calls.push({
      id: idAt(calls.length, number(6), number(7)),
      at: began + number(0),
      accountId: account_id,
      keyId,
      listing,
      endpoint,
      provider,
      status,
      code,
      ms: number(2) / unitsPerMs,
      upstreamMs: upstream < 0 ? undefined : upstream / unitsPerMs,
      bytesIn: number(4),
      bytesOut: number(5),
      surface,
    })
  }
  return calls
}

interface Parts {
  readonly kinds: readonly unknown[]
  readonly integers: readonly unknown[]
  /** The id of a call, from its last two integers. */
  readonly idAt: (index: number, delay: number, count: number) => string
}

function partsOf([kinds, ids, integers]: readonly unknown[], began: number): Parts {
  if (!Array.isArray(kinds) || !Array.isArray(ids) || !Array.isArray(integers)) throw lacking()
  const [process, others]: unknown[] = ids
  if (typeof process !== 'string' || typeof others !== 'object' || others === null) throw lacking()
  const otherIds = new Map<number, string>(Object.entries(others).map(([index, id]) => [Number(index), String(id)]))
  return {
    ...{ kinds, integers },
    idAt: (index, delay, count) => otherIds.get(index) ?? textOf({ process, time: began + delay, count }),
  }
}

/** `[what all ids begin with, the rest of each, twelve integers per call]`: each call becomes a kind of its own. */
function partsOfOld([common, ids, numbers]: readonly unknown[]): Parts {
  if (typeof common !== 'string' || !Array.isArray(ids) || !Array.isArray(numbers)) throw lacking()
  const kinds: unknown[] = []
  const integers: unknown[] = []
  for (let index = 0; index < ids.length; index++) {
    const [after, ...rest] = pieceOf(numbers, index, integersPerOldCall)
    const [ms, upstream, bytesIn, bytesOut, surface] = rest.slice(integersPerKind - 1)
    kinds.push(...rest.slice(0, integersPerKind - 1), surface)
    integers.push(after, index, ms, upstream, bytesIn, bytesOut, 0, -1)
  }
  return { kinds, integers, idAt: (index) => common + String(ids[index]) }
}

const lacking = () => new Error('a chunk of calls lacks its parts')

function pieceOf(list: readonly unknown[], index: number, length: number): readonly unknown[] {
  return list.slice(index * length, (index + 1) * length)
}

type CallKind = Pick<RecordedCall, 'keyId' | 'listing' | 'endpoint' | 'provider' | 'status' | 'code' | 'surface'>

/** What calls of a kind have in common, from its integers. */
function readKind(numbers: readonly unknown[], names: readonly unknown[]): CallKind {
  const [key, listing, endpoint, provider, status, code, surface] = numbers
  const name = (number: unknown): string => String(names[Number(number)] ?? '')
  return {
    ...{ keyId: name(key), listing: name(listing), endpoint: name(endpoint) },
    provider: providers[Number(provider)] ?? 'gateway',
    ...{ status: Number(status), code: name(code) },
    surface: surfaces[Number(surface)] ?? 'http',
  }
}

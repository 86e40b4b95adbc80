// Reads the two forms that chunks of calls had before the call log; an update finds them for as long as the record is
// kept.
import type { LogEntry } from '#store/call-log'

/**
 * A former chunk: `[start, names, kinds, [process, other ids], integers]`. The older form has the common beginning of
 * all ids, and the rest of each, in place of kinds and ids.
 */
type Former = readonly [unknown, unknown, unknown, unknown, unknown]

export function isFormer(data: unknown): data is Former {
  return Array.isArray(data) && data.length === 5
}

const providers = ['live', 'embedded', 'gateway']
const surfaces = ['http', 'mcp', 'console']
const integersPerKind = 7
const integersPerCall = 8
const integersBeforeKinds = 12

/** Returns the entries of a former chunk. Throws for data of another form. */
export function formerEntriesOf([start, names, third, fourth, integers]: Former): LogEntry[] {
  if (typeof start !== 'number' || !Array.isArray(names) || !Array.isArray(fourth) || !Array.isArray(integers))
    throw new Error('a former chunk of calls lacks its parts')
  const name = (number: unknown) => String(names[Number(number)] ?? '')
  const kindOf = ([key, listing, endpoint, provider, status, code, surface]: readonly unknown[], process: string) => [
    ...[name(key), name(listing), name(endpoint), providers[Number(provider)] ?? 'gateway'],
    ...[String(status), name(code), surfaces[Number(surface)] ?? 'http', process],
  ]
  if (typeof third === 'string')
    return piecesOf(integers, integersBeforeKinds).map((all, index) => {
      const [after, key, listing, endpoint, provider, status, code, ms, upstream, bytesIn, bytesOut, surface] = all
      return {
        at: start + Number(after),
        kind: kindOf([key, listing, endpoint, provider, status, code, surface], ''),
        numbers: [Number(ms), Number(upstream), Number(bytesIn), Number(bytesOut), 0, 0],
        text: third + String(fourth[index]),
      }
    })
  const [process, others]: unknown[] = fourth
  if (!Array.isArray(third) || typeof process !== 'string' || typeof others !== 'object' || others === null)
    throw new Error('a former chunk of calls lacks its ids')
  const kinds = piecesOf(third, integersPerKind).map((kind) => kindOf(kind, process))
  const otherIds = new Map<string, unknown>(Object.entries(others))
  return piecesOf(integers, integersPerCall).map((all, index) => {
    const [after, kind, ms, upstream, bytesIn, bytesOut, delay, count] = all.map(Number)
    const known = kinds[kind ?? -1]
    if (!known) throw new Error('a former chunk of calls lacks a kind')
    const id = otherIds.get(String(index))
    return {
      at: start + Number(after),
      kind: known,
      text: id === undefined ? undefined : String(id),
      // the time of an id was stored relative to that of the chunk
      numbers: [
        Number(ms),
        Number(upstream),
        Number(bytesIn),
        Number(bytesOut),
        Number(delay) - Number(after),
        Number(count),
      ],
    }
  })
}

function piecesOf(list: readonly unknown[], length: number): (readonly unknown[])[] {
  return Array.from({ length: Math.ceil(list.length / length) }, (_, at) => list.slice(at * length, (at + 1) * length))
}

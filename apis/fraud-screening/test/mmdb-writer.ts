// Writes small MMDB files (SOURCES 6.1) for tests, whole or damaged.
import { isIPv4 } from 'node:net'

export type MmdbValue =
  | string
  | number
  | boolean
  | readonly MmdbValue[]
  | { readonly [name: string]: MmdbValue }
  | Buffer

interface MmdbOptions {
  readonly type?: string
  readonly builtMs?: number
  /** Replaces members of the metadata. */
  readonly metadata?: Readonly<Record<string, MmdbValue>>
}

/** A file with IPv6 tree and one record per network of IPv4 addresses, such as `192.0.2.0/24`. */
export function mmdbOf(networks: Readonly<Record<string, MmdbValue>>, options: MmdbOptions = {}): Buffer {
  const records = Object.entries(networks)
  const data: Buffer[] = []
  const offsets = new Map<string, number>()
  let length = 0
  for (const [network, record] of records) {
    offsets.set(network, length)
    const bytes = encode(record)
    data.push(bytes)
    length += bytes.length
  }
  const tree = treeOf(offsets)
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: Math.floor((options.builtMs ?? Date.parse('2026-10-01T00:00:00Z')) / 1000),
    database_type: options.type ?? 'Test-City',
    description: { en: 'made by a test' },
    ip_version: 6,
    languages: ['en'],
    node_count: tree.length,
    record_size: 32,
    ...options.metadata,
  }
  const nodes = Buffer.alloc(tree.length * 8)
  for (const [at, [left, right]] of tree.entries()) {
    nodes.writeUInt32BE(left ?? tree.length, at * 8)
    nodes.writeUInt32BE(right ?? tree.length, at * 8 + 4)
  }
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
  return Buffer.concat([nodes, Buffer.alloc(16), ...data, marker, encode(metadata)])
}

type Node = [left: number | undefined, right: number | undefined]

/** Nodes of the tree; leaves are the number of nodes, 16 and the offset of the record, written once all are counted. */
function treeOf(offsets: ReadonlyMap<string, number>): Node[] {
  const tree: Node[] = [[undefined, undefined]]
  const leaves: [node: number, side: 0 | 1, offset: number][] = []
  for (const [network, offset] of offsets) {
    const [ip = '', prefix] = network.split('/')
    if (!isIPv4(ip)) throw new Error('the tests use networks of IPv4')
    const address = ip.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
    const bits = 96 + Number(prefix)
    let node = 0
    for (let bit = 0; bit < bits; bit++) {
      const side = bit < 96 ? 0 : Number((address >> BigInt(127 - bit)) & 1n) === 1 ? 1 : 0
      if (bit === bits - 1) leaves.push([node, side, offset])
      else {
        const next = tree[node]?.[side] ?? tree.push([undefined, undefined]) - 1
        const own = tree[node]
        if (own) own[side] = next
        node = next
      }
    }
  }
  for (const [node, side, offset] of leaves) {
    const own = tree[node]
    if (own) own[side] = tree.length + 16 + offset
  }
  return tree
}

export function encode(value: MmdbValue): Buffer {
  // raw bytes stand for themselves, so that a test can write what no encoder would
  if (Buffer.isBuffer(value)) return value
  if (typeof value === 'string') return sized(2, Buffer.from(value))
  if (typeof value === 'boolean') return Buffer.from([value ? 1 : 0, 14 - 7])
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? uint(value) : double(value)
  if (Array.isArray(value)) return Buffer.concat([head(11, value.length), ...value.map(encode)])
  const members = Object.entries(value)
  return Buffer.concat([head(7, members.length), ...members.flatMap(([name, one]) => [encode(name), encode(one)])])
}

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return sized(6, bytes)
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return sized(3, bytes)
}

const sized = (type: number, bytes: Buffer) => Buffer.concat([head(type, bytes.length), bytes])

/** The control byte, with the type behind it where it is above 7. */
export function head(type: number, size: number): Buffer {
  const [low, more] =
    size < 29
      ? [size, []]
      : size < 285
        ? [29, [size - 29]]
        : size < 65_821
          ? [30, [(size - 285) >> 8, (size - 285) & 255]]
          : [31, [(size - 65_821) >> 16, ((size - 65_821) >> 8) & 255, (size - 65_821) & 255]]
  return type > 7 ? Buffer.from([low, type - 7, ...more]) : Buffer.from([(type << 5) | low, ...more])
}

/** A pointer to an offset of the data section below 2,048. */
export const pointerTo = (offset: number) => Buffer.from([(1 << 5) | (offset >> 8), offset & 255])

// Matroska and WebM (RFC 9559): the packets of the first audio track. Elements are read one after another without
// their nesting, which the names of those that matter here do not need.
import type { ByteSource } from './byte-source.ts'
import { AudioFault } from './fault.ts'
import { framesIn, variableIn } from './lacing.ts'

export interface MatroskaTrack {
  readonly codec: string
  /** What a decoder needs before the packets. */
  readonly setup: Buffer
  readonly packets: AsyncIterable<Buffer>
}

const names = {
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  track: 0xae,
  audio: 0xe1,
  number: 0xd7,
  kind: 0x83,
  codec: 0x86,
  setup: 0x63a2,
  encodings: 0x6d80,
  cluster: 0x1f43b675,
  group: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
}
/** What they hold comes as elements of its own. */
const opened = new Set([names.segment, names.tracks, names.track, names.audio, names.cluster, names.group])
const audioKind = 2
/** Of a block, and of what a decoder needs. */
const mostBytes = 1_048_576
const damaged = () => new AudioFault('The Matroska file is damaged.')

interface Found {
  number: number
  kind: number
  codec: string
  setup: Buffer
  isEncoded: boolean
}

export async function readMatroska(source: ByteSource): Promise<MatroskaTrack> {
  const elements = elementsIn(source)
  let track: Found | undefined
  const isWanted = (one: Found | undefined): one is Found => one?.kind === audioKind
  for await (const { name, data } of keepOpen(elements)) {
    if (name === names.track || name === names.cluster) {
      if (isWanted(track)) break
      if (name === names.cluster) throw new AudioFault('The Matroska file has no audio.')
      track = { number: 0, kind: 0, codec: '', setup: Buffer.alloc(0), isEncoded: false }
    } else if (track) describe(track, name, data)
  }
  if (!isWanted(track)) throw new AudioFault('The Matroska file has no audio.')
  if (track.isEncoded) throw new AudioFault('Compressed or encrypted tracks cannot be decoded here.', 'unsupported')
  return { codec: track.codec, setup: track.setup, packets: packetsOf(elements, track.number) }
}

function describe(track: Found, name: number, data: Buffer): void {
  if (name === names.number) track.number = unsigned(data)
  if (name === names.kind) track.kind = unsigned(data)
  if (name === names.codec) track.codec = data.toString('latin1').replace(/\0+$/, '')
  if (name === names.setup) track.setup = Buffer.from(data)
  if (name === names.encodings) track.isEncoded = true
}

/** The generator goes on after a loop that is left. */
function keepOpen<T>(generator: AsyncGenerator<T>): AsyncIterable<T> {
  return { [Symbol.asyncIterator]: () => ({ next: () => generator.next() }) }
}

async function* packetsOf(elements: AsyncIterable<Element>, track: number): AsyncGenerator<Buffer> {
  for await (const { name, data } of elements) {
    if (name !== names.block && name !== names.simpleBlock) continue
    const number = variableIn(data, 0)
    // after the number comes the time of the block
    if (!number || data.length < number.bytes + 3) throw damaged()
    if (number.value === track) yield* framesIn(data.subarray(number.bytes + 2))
  }
}

interface Element {
  readonly name: number
  /** Empty for those that are opened. */
  readonly data: Buffer
}

/** Those that are opened or read here; others are passed over. */
async function* elementsIn(source: ByteSource): AsyncGenerator<Element> {
  const wanted = new Set<number>(Object.values(names))
  let segmentEnd = 0
  while ((await source.peek(1)).length > 0) {
    const name = await nameIn(source)
    const size = await sizeIn(source)
    if (name === names.segment) segmentEnd = size === undefined ? 0 : source.position + size
    if (opened.has(name)) yield { name, data: Buffer.alloc(0) }
    // only what is opened may be written without a length
    else if (size === undefined) throw damaged()
    else if (!wanted.has(name)) await source.skip(size)
    else if (size > mostBytes) throw damaged()
    else yield { name, data: await source.take(size) }
  }
  if (source.position < segmentEnd) await source.skip(1)
}

async function nameIn(source: ByteSource): Promise<number> {
  const first = (await source.peek(1)).readUInt8()
  const length = Math.clz32(first) - 23
  if (length > 4) throw damaged()
  return (await source.take(length)).readUIntBE(0, length)
}

/** Undefined where it is not known. */
async function sizeIn(source: ByteSource): Promise<number | undefined> {
  const [first = 0] = await source.take(1)
  const more = Math.clz32(first) - 24
  if (more > 7) throw damaged()
  const rest = more === 0 ? Buffer.alloc(0) : await source.take(more)
  let value = first & (0x7f >> more)
  let isUnknown = value === 0x7f >> more
  for (const byte of rest) {
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  if (!isUnknown && !Number.isSafeInteger(value)) throw damaged()
  return isUnknown ? undefined : value
}

const unsigned = (data: Buffer) => (data.length >= 1 && data.length <= 6 ? data.readUIntBE(0, data.length) : 0)

// A name server on loopback (RFC 1035) that knows the addresses of some names, and never answers for any other.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import type { Cleanup } from './upstream.ts'

interface NameServer {
  /** `address:port`, the form of `Resolver.setServers`. */
  readonly address: string
  /** The queried names, in order, once per question. */
  readonly asked: readonly string[]
}

const types = { four: 1, six: 28 }
/** Length of the header, before the question. */
const headBytes = 12

export async function openNameServer(
  t: Cleanup,
  names: Readonly<Record<string, readonly string[]>> = {},
  at: { readonly address: string; readonly port?: number } = { address: '127.0.0.1' },
): Promise<NameServer> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, { address, port }) => {
    const { name, type, end } = questionIn(question)
    asked.push(name)
    const addresses = names[name]
    if (!addresses) return
    const ofType = addresses.filter((one) => (isIPv4(one) ? types.four : types.six) === type)
    socket.send(answerTo(question.subarray(0, end), ofType), port, address)
  })
  socket.bind(at.port ?? 0, at.address)
  await once(socket, 'listening')
  t.after(() => void socket.close())
  return { address: `${at.address}:${socket.address().port}`, asked }
}

function questionIn(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = headBytes
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

/** Repeats the question, with records that point at its name. */
function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, ...addresses.map(recordOf)])
}

function recordOf(address: string): Buffer {
  const bytes = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : sixteenBytes(address)
  const record = Buffer.alloc(12)
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(bytes.length === 4 ? types.four : types.six, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt32BE(60, 6)
  record.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([record, bytes])
}

/** Returns the bytes of an address written in full. */
function sixteenBytes(address: string): Buffer {
  return Buffer.from(
    address
      .split(':')
      .map((part) => part.padStart(4, '0'))
      .join(''),
    'hex',
  )
}

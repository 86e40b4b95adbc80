// The messages of a voice stream: JSON in text frames or MessagePack in binary frames (SOURCES 6.3).
import { Decoder, encode } from '@msgpack/msgpack'
import type { Message } from '#define/sockets'

export type MessageFormat = 'json' | 'msgpack'

/** A message from the client. */
type ClientMessage = { readonly kind: 'chunk'; readonly data: Buffer } | { readonly kind: 'end' }

/** A fault of the client, which ends the session. */
export class VoiceFault extends Error {
  override name = 'VoiceFault'
  readonly request: string
  readonly status: number
  readonly reason: number

  constructor(request: string, message: string, options: { readonly status?: number; readonly reason?: number } = {}) {
    super(message)
    this.request = request
    this.status = options.status ?? 400
    // the provider's codes begin with the status; only that of a wrong audio format is public
    this.reason = options.reason ?? this.status * 10_000
  }
}

/** Reads a message; throws a VoiceFault for an invalid one. */
export function readMessage(message: Message, format: MessageFormat): ClientMessage {
  const fields = fieldsOf(message, format)
  const names = Object.keys(fields)
  const [name] = names
  if (names.length !== 1 || (name !== 'source_media_chunk' && name !== 'end_of_source_media'))
    throw new VoiceFault(name ?? '', 'A message has one member: source_media_chunk or end_of_source_media.')
  if (name === 'end_of_source_media') return { kind: 'end' }
  const { data }: { data?: unknown } = Object(fields[name])
  if (format === 'msgpack') {
    if (data instanceof Uint8Array)
      return { kind: 'chunk', data: Buffer.from(data.buffer, data.byteOffset, data.length) }
  } else if (typeof data === 'string' && isBase64(data)) return { kind: 'chunk', data: Buffer.from(data, 'base64') }
  throw new VoiceFault(name, `data is ${format === 'json' ? 'text in base64' : 'binary'}.`)
}

export function writeMessage(message: Readonly<Record<string, object>>, format: MessageFormat): Message {
  if (format === 'json') return JSON.stringify(message)
  const bytes = encode(message)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Binary data in the representation of the format. */
export function writeData(data: readonly Buffer[], format: MessageFormat): readonly (Buffer | string)[] {
  return format === 'json' ? data.map((one) => one.toString('base64')) : data
}

const isBase64 = (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)

/** Limits of a client's message, which is never deeper or larger. */
const decoder = new Decoder({ maxStrLength: 1000, maxMapLength: 4, maxArrayLength: 0, maxExtLength: 0 })

function fieldsOf(message: Message, format: MessageFormat): Readonly<Record<string, unknown>> {
  if ((typeof message === 'string') !== (format === 'json'))
    throw new VoiceFault(
      '',
      `The session takes ${format === 'json' ? 'JSON in text' : 'MessagePack in binary'} frames.`,
    )
  try {
    const parsed: unknown = typeof message === 'string' ? JSON.parse(message) : decoder.decode(message)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch {
    // reported below
  }
  throw new VoiceFault(
    '',
    `A message is ${format === 'json' ? 'a JSON object' : 'a MessagePack map with text as keys'}.`,
  )
}

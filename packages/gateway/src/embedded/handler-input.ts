// What a handler receives: parameters by their wire name, and the body as declared.
import type { Endpoint } from '#define'
import { bodyForHandler, readForm, readPairs } from '#derive'
import type { Call } from '../call/call.ts'
import { headerOf } from '../call/call.ts'
import { boundedStream, readWholeBody } from '../http/body.ts'
import { readMultipart } from './multipart.ts'

export type HandlerInput = Readonly<Record<string, unknown>>
type Body = NonNullable<Endpoint['body']>

const formPairLimit = 100_000

/** A promise only when a body is still in the request stream. */
export function inputOf(call: Call): HandlerInput | Promise<HandlerInput> {
  const declared = call.route.endpoint.body
  if (!declared) return call.values
  if (call.body !== undefined) return withBody(call, declared)
  return declared.streamed ? withStream(call) : withArrivingBody(call, declared)
}

function withBody(call: Call, declared: Body): HandlerInput {
  return { ...call.values, body: bodyForHandler(declared, call.bodyValue) }
}

/** The handler reads the stream itself. */
function withStream(call: Call): HandlerInput {
  const body = boundedStream(call.request, call.listing.compiled(call.route), (bytes) => {
    call.bytesIn += bytes
  })
  return { ...call.values, body }
}

async function withArrivingBody(call: Call, declared: Body): Promise<HandlerInput> {
  const bounds = call.listing.compiled(call.route)
  const { raw, decoded } = await readWholeBody(call.request, bounds)
  call.bytesIn = raw.length
  call.bodyValue = await parseBody(call, decoded, bounds.bodyBytes)
  return withBody(call, declared)
}

/** Fields of a multipart or form body that is declared with a schema, else the bytes. */
async function parseBody(call: Call, bytes: Buffer, limit: number): Promise<unknown> {
  const { endpoint } = call.route
  const contentType = headerOf(call, 'content-type') ?? ''
  if (bytes.length === 0 || !endpoint.body?.schema) return bytes
  if (contentType.startsWith('multipart/form-data')) return readMultipart(bytes, contentType, limit)
  if (contentType.startsWith('application/x-www-form-urlencoded'))
    return readForm(readPairs(bytes.toString('latin1'), formPairLimit) ?? [], endpoint)
  return bytes
}

// The input of a handler: parameters by their wire name, and the body as declared.
import { Readable } from 'node:stream'
import type { Endpoint } from '#define'
import { bodyForHandler, readForm, readPairs, readParts } from '#derive'
import type { RoutedCall } from '../call/call.ts'
import { hasBody, headerOf } from '../call/call.ts'
import { holdFor } from '../call/hold-body.ts'
import { boundedStream, readWholeBody } from '../call/http/body.ts'
import type { HeldBodies } from '../call/http/held-bodies.ts'
import { readMultipart } from './multipart.ts'
import type { Uploads } from './uploads.ts'

export type HandlerInput = Readonly<Record<string, unknown>>
type Body = NonNullable<Endpoint['body']>

export interface BodyDeps {
  readonly uploads: Uploads
  readonly bodies: HeldBodies
}

const formPairLimit = 100_000

/** Returns the input, as a promise only if a body is still in the request stream. */
export function inputOf(call: RoutedCall, deps: BodyDeps): HandlerInput | Promise<HandlerInput> {
  const declared = call.route.endpoint.body
  if (!declared) return call.values
  if (call.body !== undefined && call.bodyValue !== undefined) return withBody(call, declared)
  return declared.streamed ? withStream(call) : withArrivingBody(call, declared, deps)
}

function withBody(call: RoutedCall, declared: Body): HandlerInput {
  return { ...call.values, body: bodyForHandler(declared, call.bodyValue) }
}

/** Returns the input with the body as a stream, which the handler reads itself. */
function withStream(call: RoutedCall): HandlerInput {
  return { ...call.values, body: streamOf(call) }
}

function streamOf(call: RoutedCall): AsyncIterable<Buffer> {
  if (call.body !== undefined) return Readable.from([call.body])
  return boundedStream(call.request, call.listing.compiled(call.route), (bytes) => {
    call.bytesIn += bytes
  })
}

async function withArrivingBody(call: RoutedCall, declared: Body, deps: BodyDeps): Promise<HandlerInput> {
  const { route, request } = call
  const contentType = headerOf(call, 'content-type') ?? ''
  if (declared.schema && hasBody(call) && contentType.startsWith('multipart/form-data'))
    call.bodyValue = readParts(await readFiles(call, contentType, deps), route.endpoint)
  else {
    const hold = holdFor(call, deps.bodies)
    const { raw, decoded } =
      call.body === undefined
        ? await readWholeBody(request, call.listing.compiled(route), { hold })
        : { raw: call.body, decoded: call.body }
    call.bytesIn = raw.length
    call.bodyValue = parseBody(call, contentType, decoded)
  }
  return withBody(call, declared)
}

/** Reads fields and files of a multipart body as it arrives; an encoded body is decoded whole first. */
async function readFiles(call: RoutedCall, contentType: string, deps: BodyDeps): Promise<Record<string, unknown>> {
  const files = deps.uploads.begin()
  call.files = files
  if (headerOf(call, 'content-encoding') === undefined) return readMultipart(streamOf(call), contentType, files)
  const hold = holdFor(call, deps.bodies)
  const { raw, decoded } = await readWholeBody(call.request, call.listing.compiled(call.route), { hold })
  call.bytesIn = raw.length
  return readMultipart(Readable.from([decoded]), contentType, files)
}

/** Returns the fields of a form declared with a schema, otherwise the bytes. */
function parseBody(call: RoutedCall, contentType: string, bytes: Buffer): unknown {
  const { endpoint } = call.route
  if (bytes.length === 0 || !endpoint.body?.schema) return bytes
  if (contentType.startsWith('application/x-www-form-urlencoded'))
    return readForm(readPairs(bytes.toString('latin1'), formPairLimit) ?? [], endpoint)
  return bytes
}

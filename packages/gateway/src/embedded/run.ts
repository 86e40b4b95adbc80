// Answers a call from the embedded provider of its listing.

import type { Call as ProviderCall } from '#define'
import { fail, isReply, Refusal } from '#define'
import type { OpenedProvider } from '#define/reflect'
import type { RoutedCall } from '../call/call.ts'
import { withCaller } from '../call/current-caller.ts'
import { surfaceOf } from '../call/record.ts'
import { withReceivedHops } from '../upstream/received-hops.ts'
import { EmbeddedCall } from './embedded-call.ts'
import { type BodyDeps, type HandlerInput, inputOf } from './handler-input.ts'
import type { Providers } from './providers.ts'
import { refuseSample } from './sample.ts'
import { type EmbeddedReply, noHeaders, writeReply } from './write-reply.ts'

export interface EmbeddedDeps extends BodyDeps {
  readonly providers: Providers
  /** The gateway's address as callers see it. */
  readonly baseUrl: string
  /** True if responses may come from sample data. */
  readonly servesSample: boolean
  /** Throws for a reply that is not to be sent. */
  readonly check?: ((reply: EmbeddedReply) => void) | undefined
  /** Called once the whole request has been read. */
  readonly received?: (() => Promise<void>) | undefined
}
type AnyHandler = OpenedProvider['handlers'][string]

/** Answers the call; returns a promise only when it has to wait. */
export function runEmbedded(call: RoutedCall, deps: EmbeddedDeps): void | Promise<void> {
  const { listing } = call
  const host = deps.providers.of(listing.providerSlug)
  if (!host) throw fail('provider.embedded_missing', { api: listing.title })
  const provider = host.opened ?? host.open()
  const answer = (opened: OpenedProvider) => withReceivedHops(call.request.headers, () => runOpened(call, opened, deps))
  // only the gateway's own APIs change audited data
  const run = listing.api.surface.counted
    ? answer
    : (opened: OpenedProvider) =>
        withCaller({ surface: surfaceOf(call), key: call.caller?.keyId }, () => answer(opened))
  return provider instanceof Promise ? provider.then(run) : run(provider)
}

function runOpened(call: RoutedCall, provider: OpenedProvider, deps: EmbeddedDeps): void | Promise<void> {
  const { listing, route } = call
  const handler = provider[listing.handlers]?.[route.id]
  if (!handler) throw fail('provider.embedded_missing', { api: listing.title })
  const visible = new EmbeddedCall(call, deps.baseUrl + listing.mount)
  const given = inputOf(call, deps)
  const { servesSample, received, check } = deps
  const input = received ? afterNote(given, received) : given
  if (input instanceof Promise)
    return input
      .then((whole) => answerWith(call, { handler, input: whole, visible, servesSample, check }))
      .finally(() => void call.files?.remove())
  return answerWith(call, { handler, input, visible, servesSample, check })
}

async function afterNote(given: HandlerInput | Promise<HandlerInput>, note: () => Promise<void>) {
  const input = await given
  await note()
  return input
}

interface Invocation {
  readonly handler: AnyHandler
  readonly input: HandlerInput
  readonly visible: ProviderCall
  readonly servesSample: boolean
  readonly check: EmbeddedDeps['check']
}

function answerWith(call: RoutedCall, invocation: Invocation): void | Promise<void> {
  const { handler, input, visible } = invocation
  const write = (reply: EmbeddedReply) => {
    if (!invocation.servesSample) refuseSample(call, reply)
    invocation.check?.(reply)
    return writeReply(call, reply)
  }
  let result: unknown
  try {
    // the input was read and checked as the endpoint declares, which the type of an arbitrary handler cannot express
    result = handler(input as never, visible)
  } catch (error) {
    return write(refusalOf(error))
  }
  if (!(result instanceof Promise)) return write(replyOf(result))
  return result.then(
    (settled) => write(replyOf(settled)),
    (error: unknown) => write(refusalOf(error)),
  )
}

function replyOf(result: unknown): EmbeddedReply {
  return isReply(result) ? result : { status: 0, headers: noHeaders, body: result }
}

function refusalOf(error: unknown): EmbeddedReply {
  if (error instanceof Refusal) return error
  throw error
}

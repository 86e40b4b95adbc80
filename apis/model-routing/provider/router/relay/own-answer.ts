// An answer of the gateway's own models, booked and marked like that of any channel; it costs nothing.
import { isReply, type Kit, type Reply, reply } from '#define'
import type { Tables } from '../../../tables.ts'
import { cacheHeader } from '../cache/answer-cache.ts'
import { headerText } from '../chat/exchange.ts'
import { partsOf } from '../router.ts'
import { usageOf } from './relay.ts'

export interface OwnCall {
  readonly endpoint: string
  readonly model: string
  readonly prompt: readonly string[]
}

/** `answer` makes it; what it throws books nothing. */
export async function answerOwn(kit: Kit<Tables>, answer: () => unknown, call: OwnCall): Promise<Reply<never>> {
  const { account, key } = kit
  const reservation = await partsOf(kit).metering.reserve({ account, key, ...call })
  let made: unknown
  try {
    made = await answer()
  } catch (error) {
    await reservation.cancel()
    throw error
  }
  const given = isReply(made) ? made : reply(made)
  const { body } = given
  const told = typeof body === 'object' && body !== null && !Buffer.isBuffer(body) ? usageOf({ ...body }) : {}
  const named: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'model') : undefined
  const upstreamModel = typeof named === 'string' ? named : call.model
  const usage = { answer: 0, ...told }
  await reservation.settle({ ended: 'whole', channel: 'built-in', upstreamModel, attempts: 1, usage, answer: [] })
  const route = headerText(`built-in/${upstreamModel}`)
  const headers = {
    'x-gateway-route': route,
    'x-gateway-attempts': '1',
    'x-gateway-cost': '0',
    [cacheHeader]: 'off',
    ...given.headers,
  }
  // the handler's own answer, typed where it is made; a status of its own is kept
  return reply(body as never, { headers, ...(given.status === 200 ? {} : { status: given.status }) })
}

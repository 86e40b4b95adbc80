// An answer of the gateway's own models, metered and marked like that of any channel; it costs nothing.
import { type Call, isReply, type Reply, reply } from '#define'
import { isJson } from '../../wire/json.ts'
import { answerHeaders } from '../answer-headers.ts'
import type { Router } from '../router.ts'
import { reportedUsage } from './reported-usage.ts'

interface OwnCall {
  readonly endpoint: string
  readonly model: string
  readonly prompt: readonly string[]
}

/** `answer` produces it; when it throws, nothing is metered. */
export async function answerOwn(
  router: Router,
  { account, key }: Call,
  own: OwnCall,
  answer: () => unknown,
): Promise<Reply<never>> {
  const reservation = await router.meter.reserve({ account, key, ...own })
  let result: unknown
  try {
    result = await answer()
  } catch (error) {
    await reservation.cancel()
    throw error
  }
  const { body, status, headers } = isReply(result) ? result : reply(result)
  const json = isJson(body) && !Buffer.isBuffer(body) ? body : {}
  const upstreamModel = typeof json.model === 'string' ? json.model : own.model
  const usage = { answer: 0, ...reportedUsage(json) }
  await reservation.settle({ ended: 'whole', channel: 'built-in', upstreamModel, attempts: 1, usage, output: [] })
  // the handler's own answer, typed where it is produced
  return reply(body as never, {
    headers: { ...answerHeaders(`built-in/${upstreamModel}`, 1), 'x-gateway-cost': '0', ...headers },
    status,
  })
}

// The bytes of a provider's answer on their way to the caller; the call is settled when they end.
import type { OutboundAnswer } from '#define/outbound'
import type { Usage } from '../../wire/stream-event.ts'

type Cost = { readonly cost: bigint }
export type Settle = (ended: 'whole' | 'left', usage: Usage) => Cost | Promise<Cost>

export async function* passedOn(answer: OutboundAnswer, settle: Settle): AsyncGenerator<Buffer> {
  let ended: 'whole' | 'left' = 'left'
  try {
    yield* answer.body
    ended = 'whole'
  } finally {
    answer.cancel()
    await settle(ended, {})
  }
}

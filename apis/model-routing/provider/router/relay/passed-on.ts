// The bytes of a provider's answer on their way to the caller; the call is settled when they end.
import type { OutboundAnswer } from '#define/outbound'
import type { Usage } from '../../wire/stream-event.ts'

type Cost = { readonly cost: bigint }
export type Settle = (ended: 'whole' | 'left', usage: Usage) => Cost | Promise<Cost>

/** Sees the bytes as they pass, and knows the usage that they report. */
export interface Observer {
  readonly usage: Usage
  see(chunk: Uint8Array): void
}

export async function* passedOn(answer: OutboundAnswer, settle: Settle, observer?: Observer): AsyncGenerator<Buffer> {
  let ended: 'whole' | 'left' = 'left'
  try {
    for await (const chunk of answer.body) {
      observer?.see(chunk)
      yield chunk
    }
    ended = 'whole'
  } finally {
    answer.cancel()
    await settle(ended, observer?.usage ?? {})
  }
}

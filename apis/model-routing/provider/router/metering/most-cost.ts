// The most that a call can cost, before it is known what its tokens will be: which are written to the provider's cache,
// stand for sound or pictures, or are reasoning.
import type { Amount } from '#provider/budgets'
import { cacheMarksIn } from '../../wire/cache-marks.ts'
import type { Part } from '../../wire/chat-request.ts'
import type { Usage } from '../../wire/stream-event.ts'
import type { MeteredCall } from './metered-call.ts'
import { costOf, type Price } from './price.ts'

interface Counts {
  readonly prompt: number
  readonly answer: number
}

/** Returns the cost of that many tokens if each were of the most expensive kind that the call can have. */
export function mostCostOf(price: Price, call: MeteredCall['prompt'], { prompt, answer }: Counts): Amount {
  const kinds = 'messages' in call ? kindsIn(call.messages.flatMap(({ parts }) => parts)) : new Set<Part['kind']>()
  const isKeptForHours = 'messages' in call && [...cacheMarksIn(call)].some(({ ttl }) => ttl === '1h')
  const prompts: readonly Usage[] = [
    { prompt },
    { prompt, cachedWrite: prompt },
    ...(isKeptForHours ? [{ prompt, cachedWrite: prompt, cachedWriteHour: prompt }] : []),
    ...(kinds.has('audio') ? [{ prompt, promptAudio: prompt }] : []),
    ...(kinds.has('image') ? [{ prompt, promptImage: prompt }] : []),
  ]
  const answers: readonly Usage[] = [{ answer }, { answer, reasoning: answer }]
  const costs = prompts.flatMap((one) => answers.map((other) => costOf(price, { ...one, ...other })))
  return costs.reduce((most, cost) => (cost > most ? cost : most), 0n)
}

function kindsIn(parts: readonly Part[]): ReadonlySet<Part['kind']> {
  const inside = parts.flatMap((part) => (part.kind === 'toolResult' ? part.parts : []))
  return new Set([...parts, ...inside].map(({ kind }) => kind))
}

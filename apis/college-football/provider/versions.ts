// The handlers of both versions. Those of version 2 read its parameters, call the handlers of version 1, and respond
// under the names of version 2.
import { type Call, type Handlers, Refusal } from '#define'
import { firstVersion } from '../endpoints/first-version.ts'
import type { secondOnly } from '../endpoints/second-only.ts'
import { secondId, secondParam, type secondVersion } from '../endpoints/second-version.ts'
import { changeOf } from '../live/changes.ts'
import { createToSecond } from '../live/second-version.ts'
import type { League } from '../model/records.ts'
import { invalidParameters, refusedInSecond } from './errors.ts'
import { gameHandlers } from './games/handlers.ts'
import { liveHandlers } from './live/handlers.ts'
import { peopleHandlers } from './people/handlers.ts'
import { playerHandlers } from './people/players.ts'
import { playHandlers } from './plays/handlers.ts'
import { ratingHandlers } from './ratings/handlers.ts'
import { recruitingHandlers } from './recruiting/handlers.ts'
import { missingParameter, requireComplete } from './required.ts'
import { secondOnlyHandlers } from './second-only/handlers.ts'
import { statHandlers } from './stats/handlers.ts'
import { type Answers, createAnswers } from './streamed.ts'
import { teamHandlers } from './teams/handlers.ts'

type First = Handlers<typeof firstVersion>
type Second = Handlers<typeof secondVersion & typeof secondOnly>
type Input = Readonly<Record<string, unknown>>
type AnyHandler = (input: Input, call: Call) => Promise<unknown>

export function firstHandlers(load: () => Promise<League>): First {
  const handlers = handlersWith(createAnswers(load))
  const complete = Object.entries(handlers).map(([id, handler]): [string, AnyHandler] => {
    const answer = takingAny(handler)
    return [
      id,
      async (input, call) => {
        requireComplete(id, input)
        return answer(input, call)
      },
    ]
  })
  return { ...handlers, ...Object.fromEntries(complete) }
}

export function secondHandlers(load: () => Promise<League>): Second {
  const handlers = Object.entries(firstVersion).map(([id, endpoint]): [string, AnyHandler] => {
    const all: Readonly<Record<string, unknown>> = handlersWith(createAnswers(load, createToSecond(changeOf(id))))
    const answer = takingAny(all[id])
    const names = Object.keys(endpoint.params).map((first) => [first, secondParam(id, endpoint, first)] as const)
    return [
      secondId(id),
      async (second, call) => {
        const first = Object.fromEntries(names.map(([name, sent]) => [name, second[sent]]))
        const missing = missingParameter(id, first)
        if (missing) throw invalidParameters(secondParam(id, endpoint, missing[0]))
        try {
          return await answer(first, call)
        } catch (error) {
          throw error instanceof Refusal ? refusedInSecond(error) : error
        }
      },
    ]
  })
  // the ids are those of `firstVersion`; derived declarations have no types
  const derived = Object.fromEntries(handlers) as Handlers<typeof secondVersion>
  return { ...derived, ...secondOnlyHandlers(createAnswers(load)) }
}

/** Returns the handler as a function of parameters that its endpoint has read. */
function takingAny(handler: unknown): AnyHandler {
  if (typeof handler !== 'function') throw new TypeError('not a handler')
  return (input, call) => handler(input, call)
}

function handlersWith(answers: Answers): First {
  return {
    ...peopleHandlers(answers),
    ...gameHandlers(answers),
    ...liveHandlers(answers),
    ...playHandlers(answers),
    ...playerHandlers(answers),
    ...ratingHandlers(answers),
    ...recruitingHandlers(answers),
    ...statHandlers(answers),
    ...teamHandlers(answers),
  }
}

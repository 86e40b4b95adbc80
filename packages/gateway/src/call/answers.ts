// Decides what is done with the answer of a call: called as usual, recorded, or replayed. The account chooses for a
// listing; a call may narrow that.
import { fail } from '#define'
import { effectOf } from '#define/reflect'
import type { AnswersMode, AnswersSetting } from '#store'
import { type Answers, headerOf, type RoutedCall } from './call.ts'

export const answersModes = ['live', 'record', 'replay', 'fill', 'failover'] as const satisfies readonly AnswersMode[]

/**
 * The modes that a call may ask for, by that of the listing: those that keep no more and call no more often, and
 * `live`, which neither keeps nor replays.
 */
const narrower: Readonly<Record<AnswersMode, readonly AnswersMode[]>> = {
  live: ['live'],
  record: ['live', 'record', 'replay', 'fill'],
  replay: ['live', 'replay'],
  fill: ['live', 'replay', 'fill'],
  failover: ['live', 'replay', 'failover'],
}

/** Choices of a listing without any. */
export const usualAnswers: AnswersSetting = { mode: 'live', maxAgeS: 86_400, sample: false, writes: false, until: null }

/** Returns the setting as it holds now: an ended one is live. */
export function presentAnswers(setting: AnswersSetting | undefined, now: number): AnswersSetting {
  if (!setting) return usualAnswers
  return setting.until === null || now < setting.until ? setting : { ...setting, mode: 'live', until: null }
}

/** Returns the treatment of the answer; undefined for `live`. Throws `answers.…` for what the call may not ask. */
export function answersOf(
  call: RoutedCall,
  setting: AnswersSetting | undefined,
  clock: () => number,
): Answers | undefined {
  const asked = headerOf(call, 'x-gateway-answers')
  if (!setting && asked === undefined) return undefined
  const set = presentAnswers(setting, clock())
  const chosen = asked === undefined ? set : { ...set, mode: narrowed(call, asked, set.mode) }
  return isNotLive(chosen) ? chosen : undefined
}

const isNotLive = (setting: AnswersSetting): setting is Answers => setting.mode !== 'live'

function narrowed(call: RoutedCall, asked: string, set: AnswersMode): AnswersMode {
  const mode = answersModes.find((one) => one === asked)
  if (!mode) throw fail('answers.unknown', {})
  if (!narrower[set].includes(mode))
    throw fail('answers.wider', { asked: mode, set, slug: call.listing.slug, allowed: narrower[set].join(' or ') })
  return mode
}

/** Reports whether the call changes nothing at the provider, whatever its method. */
export function isRead({ route }: RoutedCall): boolean {
  return effectOf(route.endpoint) === 'read'
}

/** Reports whether the answer of the call is to be kept when it comes from the provider. */
export function isKept(call: RoutedCall): boolean {
  const { answers } = call
  if (answers?.mode !== 'record' && answers?.mode !== 'fill') return false
  return call.method !== 'HEAD' && (answers.writes || isRead(call))
}

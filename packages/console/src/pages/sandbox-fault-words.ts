// Fault rules in words: which calls they meet, and what happens to these.
import type { GetFaultsOutput, SetFaultsInput } from '../../../client/own/mod.ts'
import { count, milliseconds } from '../kit/format.ts'

export type FaultRow = GetFaultsOutput['rules'][number]
export type FaultRule = SetFaultsInput['body']['rules'][number]

/** Returns a rule without its counts. */
export const orderOf = ({ match, do: action }: FaultRow): FaultRule => ({ ...(match && { match }), do: action })

/** Returns the calls that a rule meets, such as `Translation, translateText: the first 2 calls`. */
export function callsOf({ match = {} }: FaultRule, titles: ReadonlyMap<string, string>): string {
  const { api, endpoint } = match
  const place = [api === undefined ? '' : (titles.get(api) ?? api), endpoint ?? ''].filter(Boolean).join(', ')
  const which = selectionOf(match)
  if (place === '') return which === '' ? 'every call' : which
  return which === '' ? `${place}: every call` : `${place}: ${which}`
}

function selectionOf({ nth, after, share }: NonNullable<FaultRule['match']>): string {
  return [
    nth === undefined ? '' : numbered(nth),
    after === undefined || after === 0 ? '' : `all calls after the first${after === 1 ? '' : ` ${count(after)}`}`,
    share === undefined ? '' : `${Number((share * 100).toFixed(2))}% of the calls`,
  ]
    .filter(Boolean)
    .join(', ')
}

const list = new Intl.ListFormat('en')
const mostNamed = 12

function numbered(nth: readonly number[]): string {
  if (nth.length === 0) return 'no call'
  const sorted = nth.toSorted((one, other) => one - other)
  if (sorted.every((number, index) => number === index + 1))
    return sorted.length === 1 ? 'the first call' : `the first ${count(sorted.length)} calls`
  const named = sorted.slice(0, mostNamed).map(count)
  const rest = sorted.length - named.length
  const all = rest === 0 ? named : [...named, `${count(rest)} more`]
  return `${sorted.length === 1 ? 'call' : 'calls'} ${list.format(all)}`
}

/** Returns the effect of a rule, such as `waits 200 ms, then answers 429 with retry-after 2 s`. */
export function effectOf({ do: action }: FaultRule): string {
  const { delayMs } = action
  const then = afterDelayOf(action)
  if (delayMs === undefined) return then
  const wait = `waits ${milliseconds(delayMs)}`
  return then === '' ? wait : `${wait}, then ${then}`
}

function afterDelayOf({ status, retryAfter, body, cut, silent }: FaultRule['do']): string {
  if (silent === true) return 'never answers'
  if (cut !== undefined) return cutWords(String(cut))
  if (status === undefined) return body === undefined ? '' : bodyWords[kindOf(body)].alone
  const retry = retryAfter === undefined ? '' : ` with retry-after ${count(retryAfter)} s`
  return `answers ${status}${retry}${body === undefined ? '' : bodyWords[kindOf(body)].withStatus}`
}

const bodyWords = {
  malformed: { alone: 'breaks the JSON of the answer off', withStatus: ', in JSON that breaks off' },
  empty: { alone: 'answers without a body', withStatus: ', without a body' },
  own: { alone: 'answers with a body of its own', withStatus: ', with a body of its own' },
} as const

const kindOf = (body: NonNullable<FaultRule['do']['body']>) => (typeof body === 'string' ? body : 'own')

function cutWords(cut: string): string {
  if (cut === 'head') return 'ends the connection without an answer'
  const [events, isStream] = cut.startsWith('stream:') ? [cut.slice('stream:'.length), true] : [cut, false]
  const amount = Number(events)
  const unit = isStream ? 'event' : 'byte'
  return `ends the connection after ${count(amount)} ${unit}${amount === 1 ? '' : 's'}${isStream ? '' : ' of the body'}`
}

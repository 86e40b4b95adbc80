// Applies the operator's rules to a request and its answer. An answer is checked once it is complete: a match may begin
// in one event and end in the next.
import type { ChatRequest } from '../../wire/chat-request.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { StreamEvent } from '../../wire/stream-event.ts'
import type { PatternInput, PatternResult } from './matching.ts'
import { mapTexts } from './request-texts.ts'
import { appliesTo, type Rule } from './rule.ts'

/** Rules for one call. Its methods reject with ModelError 'permission' if a rule denies the call. */
export interface Guard {
  /** True if rules apply to the request. */
  readonly checksRequests: boolean
  /** True if rules apply to the answer. */
  readonly checksAnswers: boolean
  /** The request as it may be sent. */
  checkRequest(request: ChatRequest): Promise<ChatRequest>
  /** The fields of a call other than a chat, as they may be sent; `mapStrings` changes each string of them. */
  checkFields<T>(fields: T, mapStrings: (fields: T, change: (text: string) => string) => T): Promise<T>
  /** The answer as it may be returned. */
  checkAnswer(events: readonly StreamEvent[]): Promise<readonly StreamEvent[]>
}
/** Searches strings for patterns, on the API's own thread. */
export type ApplyPatterns = (input: PatternInput) => Promise<PatternResult>

interface GuardedCall {
  readonly model: string
  readonly account: string
  readonly apply: ApplyPatterns
}

export function guardOf(rules: readonly Rule[], call: GuardedCall): Guard {
  const applying = rules.filter((rule) => appliesTo(rule, call))
  if (applying.length === 0) return unguarded
  const [before, after] = [applying.filter(({ on }) => on !== 'after'), applying.filter(({ on }) => on !== 'before')]
  const checkFields: Guard['checkFields'] = (fields, mapStrings) =>
    mapChecked(fields, mapStrings, (texts) => checked(before, texts, { apply: call.apply, deny: denied }))
  return {
    checksRequests: before.length > 0,
    checksAnswers: after.length > 0,
    checkFields,
    checkRequest: (request) => checkFields(request, mapTexts),
    checkAnswer: async (events) => {
      const whole = joined(events.filter(({ kind }) => kind !== 'verbatim'))
      for (const event of whole) if (event.kind === 'text') checkSchemas(after, event.text)
      const check = (texts: readonly string[]) => checked(after, texts, { apply: call.apply, deny: answerDenied })
      const clean = await mapChecked(whole, mapEvents, check)
      return clean === whole && (await isClean(events, check)) ? events : clean
    },
  }
}

/**
 * Returns true if no rule applies to the provider's own bytes either, which can hold more than was read from them. Only
 * then is an answer passed on as it came; otherwise it is written from the checked events.
 */
async function isClean(
  events: readonly StreamEvent[],
  check: (texts: readonly string[]) => Promise<readonly string[]>,
) {
  const bytes = events.flatMap((event) => (event.kind === 'verbatim' ? [event.bytes] : []))
  if (bytes.length === 0) return true
  const text = Buffer.concat(bytes).toString('utf8')
  try {
    const [clean] = await check([text])
    return clean === text
  } catch (error) {
    if (error instanceof ModelError) return false
    throw error
  }
}

/** The guard of a call that no rule applies to. */
export const unguarded: Guard = {
  checksRequests: false,
  checksAnswers: false,
  checkFields: async (fields) => fields,
  checkRequest: async (request) => request,
  checkAnswer: async (events) => events,
}

type Deny = (rule: Rule | undefined) => ModelError
const refusal =
  (code: string): Deny =>
  (rule) =>
    new ModelError('permission', rule?.message ?? 'A rule of this gateway does not allow it.', { code })
const denied = refusal('guardrail')
const answerDenied = refusal('guardrail_answer')

/** Checks all strings at once: they are collected, checked elsewhere, and put back in the same order. */
async function mapChecked<T>(
  value: T,
  mapStrings: (value: T, change: (text: string) => string) => T,
  check: (texts: readonly string[]) => Promise<readonly string[]>,
): Promise<T> {
  const texts: string[] = []
  mapStrings(value, (text) => {
    texts.push(text)
    return text
  })
  const clean = await check(texts)
  if (texts.every((text, index) => text === clean[index])) return value
  let next = 0
  return mapStrings(value, (text) => clean[next++] ?? text)
}

async function checked(
  rules: readonly Rule[],
  texts: readonly string[],
  { apply, deny }: { readonly apply: ApplyPatterns; readonly deny: Deny },
): Promise<readonly string[]> {
  const searching = rules.flatMap((rule) => (rule.pattern ? [{ rule, pattern: rule.pattern }] : []))
  if (searching.length === 0 || texts.length === 0) return texts
  const patterns = searching.map(({ rule: { replacement, action }, pattern }) => ({
    pattern,
    replacement,
    denies: action === 'deny',
  }))
  const result = await apply({ patterns, texts })
  if ('deniedBy' in result) throw deny(searching[result.deniedBy]?.rule)
  return result.texts
}

/** Joins adjacent pieces of one string into one event. */
function joined(events: readonly StreamEvent[]): readonly StreamEvent[] {
  const result: StreamEvent[] = []
  for (const event of events) {
    const last = result.at(-1)
    const both = last && join(last, event)
    if (both) result[result.length - 1] = both
    else result.push(event)
  }
  return result
}

/** Joins two pieces of one string into one event; undefined for pieces of different strings. */
function join(last: StreamEvent, event: StreamEvent): StreamEvent | undefined {
  if (last.kind === 'toolInput' && event.kind === 'toolInput')
    return last.choice === event.choice && last.index === event.index
      ? { ...last, text: last.text + event.text }
      : undefined
  if ((last.kind === 'text' || last.kind === 'thinking' || last.kind === 'refusal') && last.kind === event.kind)
    return last.choice === event.choice ? { ...last, text: last.text + event.text } : undefined
  return undefined
}

function mapEvents(events: readonly StreamEvent[], change: (text: string) => string): readonly StreamEvent[] {
  return events.map((event) =>
    event.kind === 'text' || event.kind === 'toolInput' || event.kind === 'thinking' || event.kind === 'refusal'
      ? { ...event, text: change(event.text) }
      : event,
  )
}

function checkSchemas(rules: readonly Rule[], text: string): void {
  for (const rule of rules) if (rule.schema && !isValid(rule.schema, text)) throw answerDenied(rule)
}

function isValid(schema: (value: unknown) => boolean, text: string): boolean {
  try {
    return schema(JSON.parse(text))
  } catch {
    return false
  }
}

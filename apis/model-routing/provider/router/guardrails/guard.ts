// Holds a request and its answer to the operator's rules. An answer is checked once it is complete: a match may begin
// in one event and end in the next.
import type { ChatRequest, Message, Part } from '../../wire/chat-request.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { StreamEvent } from '../../wire/stream-event.ts'
import { matchRule } from './matching.ts'
import { appliesTo, type Rule } from './rule.ts'

/** All of it throws ModelError 'permission' where a rule denies. */
export interface Guard {
  /** Whether rules apply to the answer. */
  readonly checksAnswers: boolean
  /** The request as it may go out. */
  checkRequest(request: ChatRequest): ChatRequest
  /** A string of a call that is no chat, as it may go out. */
  checkText(text: string): string
  /** The answer as it may come back. */
  checkAnswer(events: readonly StreamEvent[]): readonly StreamEvent[]
}

export function guardOf(rules: readonly Rule[], call: { readonly model: string; readonly account: string }): Guard {
  if (rules.length === 0) return open
  const applying = rules.filter((rule) => appliesTo(rule, call))
  if (applying.length === 0) return open
  const [before, after] = [applying.filter(({ on }) => on !== 'after'), applying.filter(({ on }) => on !== 'before')]
  const checkText = (text: string) => (before.length === 0 ? text : redacted(before, text, denied))
  return {
    checksAnswers: after.length > 0,
    checkText,
    checkRequest: (request) => (before.length === 0 ? request : mapTexts(request, checkText)),
    checkAnswer: (events) => joined(events).map((event) => checkedEvent(after, event)),
  }
}

/** Where no rule applies. */
const open: Guard = {
  checksAnswers: false,
  checkText: (text) => text,
  checkRequest: (request) => request,
  checkAnswer: (events) => events,
}

type Deny = (rule: Rule) => ModelError
const denied: Deny = ({ message }) => new ModelError('permission', message, { code: 'guardrail' })
const answerDenied: Deny = ({ message }) => new ModelError('permission', message, { code: 'guardrail_answer' })

function redacted(rules: readonly Rule[], text: string, deny: Deny): string {
  let clean = text
  for (const rule of rules) {
    const { matched, text: replaced } = matchRule(rule, clean)
    if (matched && rule.action === 'deny') throw deny(rule)
    if (matched) clean = replaced
  }
  return clean
}

function mapTexts(request: ChatRequest, change: (text: string) => string): ChatRequest {
  return {
    ...request,
    system: request.system.map(change),
    messages: request.messages.map((message) => mapMessage(message, change)),
  }
}

const mapMessage = (message: Message, change: (text: string) => string): Message => ({
  ...message,
  parts: message.parts.map((part) => mapPart(part, change)),
})

function mapPart(part: Part, change: (text: string) => string): Part {
  if (part.kind === 'text' || part.kind === 'refusal') return { ...part, text: change(part.text) }
  if (part.kind === 'toolCall') return { ...part, input: change(part.input) }
  if (part.kind === 'toolResult') return { ...part, parts: part.parts.map((inner) => mapPart(inner, change)) }
  return part
}

/** With adjacent pieces of one string as one event. */
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

/** Two pieces of one string, as one event; undefined when they are not. */
function join(last: StreamEvent, event: StreamEvent): StreamEvent | undefined {
  if (last.kind === 'toolInput' && event.kind === 'toolInput')
    return last.choice === event.choice && last.index === event.index
      ? { ...last, text: last.text + event.text }
      : undefined
  if ((last.kind === 'text' || last.kind === 'thinking' || last.kind === 'refusal') && last.kind === event.kind)
    return last.choice === event.choice ? { ...last, text: last.text + event.text } : undefined
  return undefined
}

function checkedEvent(rules: readonly Rule[], event: StreamEvent): StreamEvent {
  if (event.kind !== 'text' && event.kind !== 'toolInput' && event.kind !== 'thinking' && event.kind !== 'refusal')
    return event
  if (event.kind === 'text')
    for (const rule of rules) if (rule.schema && !isValid(rule.schema, event.text)) throw answerDenied(rule)
  return { ...event, text: redacted(rules, event.text, answerDenied) }
}

function isValid(schema: (value: unknown) => boolean, text: string): boolean {
  try {
    return schema(JSON.parse(text))
  } catch {
    return false
  }
}

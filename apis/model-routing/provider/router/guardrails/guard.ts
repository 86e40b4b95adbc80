// Holds a conversation and its answer to the operator's rules. An answer that rules look at is held back until it is whole: a match may
// begin in one piece and end in the next.
import type { ProviderKit } from '#define'
import type { ChatRequest, Message, Part } from '../../wire/chat-request.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { StreamEvent } from '../../wire/stream-event.ts'
import type { RouterTables } from '../tables.ts'
import { matchRule } from './matching.ts'
import { holdsFor, type Rule } from './rule.ts'
import type { RuleStore } from './rule-store.ts'

export interface Guard {
  /** Whether rules look at answers. */
  readonly checksAnswers: boolean
  /** The conversation as it may go out. Throws ModelError 'permission'. */
  before(conversation: ChatRequest): ChatRequest
  /** The answer as it may come back. Throws ModelError 'permission'. */
  after(events: readonly StreamEvent[]): readonly StreamEvent[]
  /** Texts that go to models which are not asked in conversations. Throws ModelError 'permission'. */
  beforeText(text: string): string
}

export async function guardFor(
  rules: RuleStore,
  kit: ProviderKit<RouterTables>,
  call: { readonly model: string; readonly account: string },
): Promise<Guard> {
  const all = (await rules.list(kit)).filter((rule) => holdsFor(rule, call))
  if (all.length === 0) return open
  const [before, after] = [all.filter(({ on }) => on !== 'after'), all.filter(({ on }) => on !== 'before')]
  const beforeText = (text: string) => (before.length === 0 ? text : cleaned(before, text, denied))
  return {
    checksAnswers: after.length > 0,
    beforeText,
    before: (conversation) => (before.length === 0 ? conversation : mapTexts(conversation, beforeText)),
    after: (events) => (after.length === 0 ? events : checked(after, events)),
  }
}

/** Where there is no rule. */
const open: Guard = {
  checksAnswers: false,
  beforeText: (text) => text,
  before: (conversation) => conversation,
  after: (events) => events,
}

type Deny = (rule: Rule) => ModelError
const denied: Deny = ({ message }) => new ModelError('permission', message, { code: 'guardrail' })
const answerDenied: Deny = ({ message }) => new ModelError('permission', message, { code: 'guardrail_answer' })

function cleaned(rules: readonly Rule[], text: string, deny: Deny): string {
  let clean = text
  for (const rule of rules) {
    const { found, text: replaced } = matchRule(rule, clean)
    if (found && rule.action === 'deny') throw deny(rule)
    if (found) clean = replaced
  }
  return clean
}

function mapTexts(conversation: ChatRequest, change: (text: string) => string): ChatRequest {
  return {
    ...conversation,
    system: conversation.system.map(change),
    messages: conversation.messages.map((turn) => mapTurn(turn, change)),
  }
}

const mapTurn = (turn: Message, change: (text: string) => string): Message => ({
  ...turn,
  parts: turn.parts.map((part) => mapPart(part, change)),
})

function mapPart(part: Part, change: (text: string) => string): Part {
  if (part.kind === 'text' || part.kind === 'refusal') return { ...part, text: change(part.text) }
  if (part.kind === 'toolCall') return { ...part, input: change(part.input) }
  if (part.kind === 'toolResult') return { ...part, parts: part.parts.map((inner) => mapPart(inner, change)) }
  return part
}

/** Texts of one kind are looked at as one text for each answer, and sent on as one. */
function checked(rules: readonly Rule[], events: readonly StreamEvent[]): readonly StreamEvent[] {
  const held: StreamEvent[] = []
  for (const event of events) {
    const last = held.at(-1)
    const joined = last && joinedTo(last, event)
    if (joined) held[held.length - 1] = joined
    else held.push(event)
  }
  return held.map((event) => checkedEvent(rules, event))
}

/** Pieces of one text, as one piece. */
function joinedTo(last: StreamEvent, event: StreamEvent): StreamEvent | undefined {
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
    for (const rule of rules) if (rule.schema && !fitsSchema(rule.schema, event.text)) throw answerDenied(rule)
  return { ...event, text: cleaned(rules, event.text, answerDenied) }
}

function fitsSchema(schema: (value: unknown) => boolean, text: string): boolean {
  try {
    return schema(JSON.parse(text))
  } catch {
    return false
  }
}

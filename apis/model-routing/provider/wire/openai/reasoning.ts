// Reasoning in chat completions, which have no official member for it. Both common forms are read and written: the
// text as `reasoning_content` (or `reasoning`), and `reasoning_details`, a list that also holds signatures and
// redacted thinking. Callers can send it back, so that a tool loop with thinking continues whatever vendor is behind
// it.
import type { Part } from '../chat-request.ts'
import type { Field } from '../field.ts'
import type { Json } from '../json.ts'
import { compact } from '../json.ts'
import { joinedThoughts } from '../thoughts.ts'

type Thought = Extract<Part, { kind: 'thinking' | 'redactedThinking' }>

/** The reasoning in a message of the assistant. Throws ModelError 'invalid'. */
export function readReasoning(message: Field): Part[] {
  const details = message.member('reasoning_details')
  const items = details.maybeItems(1_000).filter((detail) => isThought(detail.member('type').text()))
  const blocks = items.map((detail) => detail.member('index').value)
  const thoughts = joinedThoughts(items.map(readDetail), (at) => blocks[at] === blocks[at - 1])
  if (thoughts.length > 0) return thoughts
  const text = message.either('reasoning_content', 'reasoning').maybeText()
  return text === undefined || text === '' ? [] : [{ kind: 'thinking', text }]
}
const isThought = (type: string): boolean => type === 'reasoning.encrypted' || type === 'reasoning.text'
function readDetail(detail: Field): Part {
  const format = detail.member('format').value
  // names the vendor that signed or sealed it
  const own = typeof format === 'string' ? { extras: { thoughtFormat: format } } : {}
  if (detail.member('type').value === 'reasoning.encrypted')
    return { kind: 'redactedThinking', data: detail.member('data').text(), ...own }
  const text = detail.member('text').maybeText() ?? ''
  const signature = detail.member('signature').maybeText()
  return signature === undefined ? { kind: 'thinking', text, ...own } : { kind: 'thinking', text, signature, ...own }
}

/** The members of a message that hold this reasoning. */
export function writeReasoning(thoughts: readonly Thought[]): Json {
  if (thoughts.length === 0) return {}
  const text = thoughts.map((thought) => (thought.kind === 'thinking' ? thought.text : '')).join('')
  const isPlain = thoughts.length === 1 && thoughts[0]?.kind === 'thinking' && thoughts[0].signature === undefined
  return compact({
    reasoning_content: text === '' ? undefined : text,
    reasoning_details: isPlain ? undefined : thoughts.map(writeDetail),
  })
}
function writeDetail(thought: Thought, index: number): Json {
  return thought.kind === 'thinking' ? textDetail(thought, index) : sealedDetail(thought.data, index)
}
export function textDetail(thought: { text: string; signature?: string | undefined }, index: number): Json {
  return compact({ type: 'reasoning.text', text: thought.text, signature: thought.signature, index })
}
export function sealedDetail(data: string, index: number): Json {
  return { type: 'reasoning.encrypted', data, index }
}

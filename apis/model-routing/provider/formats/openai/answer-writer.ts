// Answers of chat completions, whole and streamed, written from events (FACTS 3.1 and 4).
import type { Json, ReplyEvent, Usage } from '../../conversation.ts'
import { compact } from '../field.ts'
import type { AnswerFacts } from '../format.ts'
import { dataFrame, framesOrFault, prefixed } from '../frames.ts'
import { type Answer, type Block, collectReply, laterUsage, refusalOf, textOf } from '../reply-log.ts'
import { DeltaWriter } from './delta-writer.ts'
import { finishReason } from './endings.ts'
import { errorOf } from './faults.ts'
import { writeImage } from './image.ts'
import { writeReasoning } from './reasoning.ts'
import { freeText, isCustom, signed } from './request-writer.ts'
import { writeUsage } from './usage.ts'

/** Rejects with what the events throw. */
export async function writeAnswer(events: AsyncIterable<ReplyEvent>, facts: AnswerFacts): Promise<Json> {
  const { answers, usage } = await collectReply(events)
  return {
    id: prefixed('chatcmpl-', facts.id),
    object: 'chat.completion',
    created: facts.created,
    model: facts.model,
    choices: answers.map((answer) => writeChoice(answer, facts)),
    usage: writeUsage(usage),
    system_fingerprint: null,
  }
}

function writeChoice(answer: Answer, facts: AnswerFacts): Json {
  return {
    index: answer.choice,
    message: writeMessage(answer, facts),
    logprobs: joinedLogprobs(answer.logprobs),
    finish_reason: finishReason(answer.ending, facts.conversation.oldFunctions === true),
  }
}

function writeMessage(answer: Answer, facts: AnswerFacts): Json {
  const calls = answer.blocks.filter((block) => block.kind === 'call')
  const images = answer.blocks.filter((block) => block.kind === 'image')
  const text = textOf(answer)
  const refusal = refusalOf(answer)
  const old = facts.conversation.oldFunctions === true
  const [first] = calls
  return compact({
    role: 'assistant',
    content: text === '' && (calls.length > 0 || refusal !== '') ? null : text,
    refusal: refusal === '' ? null : refusal,
    ...writeThoughts(answer.blocks),
    annotations: [],
    ...vendorMembers(answer.blocks),
    images: images.length > 0 ? images.map(writeImage) : undefined,
    tool_calls: calls.length > 0 && !old ? calls.map((call) => writeCall(call, facts)) : undefined,
    function_call: old && first !== undefined ? { name: first.name, arguments: first.input } : undefined,
  })
}

/** What only this wire says, of one piece or of several, whose lists are one list. */
function vendorMembers(blocks: readonly Block[]): Json {
  const members = new Map<string, unknown>()
  for (const block of blocks)
    if (block.kind === 'opaque' && block.wire === 'openai')
      for (const [name, value] of Object.entries(block.block)) {
        const before = members.get(name)
        members.set(name, Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value)
      }
  return Object.fromEntries(members)
}

function writeThoughts(blocks: readonly Block[]): Json {
  return writeReasoning(
    blocks
      .filter((block) => block.kind === 'thinking' || block.kind === 'sealedThinking')
      .map((block) => ({ ...block })),
  )
}
function writeCall(call: Extract<Block, { kind: 'call' }>, facts: AnswerFacts): Json {
  const { id, name, input, signature } = call
  if (isCustom(facts.conversation.tools, name)) return { id, type: 'custom', custom: { name, input: freeText(input) } }
  const written = { id, type: 'function', function: { name, arguments: input === '' ? '{}' : input } }
  return signature === undefined ? written : { ...written, ...signed(signature) }
}

/** The lists of the pieces, one after another. */
function joinedLogprobs(pieces: readonly unknown[]): Json | null {
  const lists = pieces.filter((piece) => typeof piece === 'object' && piece !== null) as Json[]
  if (lists.length === 0) return null
  const all = (name: string) => lists.flatMap((piece) => (Array.isArray(piece[name]) ? piece[name] : []))
  const refusal = all('refusal')
  return { content: all('content'), refusal: refusal.length > 0 ? refusal : null }
}

export async function* writeStream(events: AsyncIterable<ReplyEvent>, facts: AnswerFacts): AsyncGenerator<string> {
  yield* framesOrFault(chunks(events, facts), (fault) => dataFrame({ error: errorOf(fault) }))
}

async function* chunks(events: AsyncIterable<ReplyEvent>, facts: AnswerFacts): AsyncGenerator<string> {
  const head = {
    id: prefixed('chatcmpl-', facts.id),
    object: 'chat.completion.chunk',
    created: facts.created,
    model: facts.model,
    system_fingerprint: null,
  }
  // All but one member is the same in every chunk, so it is written once.
  const before = `data: ${JSON.stringify(head).slice(0, -1)},"choices":[`
  const after = facts.includeUsage ? '],"usage":null}\n\n' : ']}\n\n'
  const frame = (index: number, delta: Json, reason: string | null = null, logprobs: unknown = null) =>
    `${before}${JSON.stringify({ index, delta, logprobs, finish_reason: reason })}${after}`
  const writers = new Map<number, DeltaWriter>()
  let usage: Usage = {}

  for await (const event of events) {
    if (event.kind === 'usage') usage = laterUsage(usage, event.usage)
    if (event.kind === 'usage' || event.kind === 'end') continue
    const choice = event.kind === 'start' ? 0 : event.choice
    let writer = writers.get(choice)
    if (writer === undefined) {
      writer = new DeltaWriter(facts.conversation)
      writers.set(choice, writer)
      yield frame(choice, { role: 'assistant', content: '' })
    }
    for (const { delta, reason, logprobs } of writer.write(event)) yield frame(choice, delta, reason, logprobs)
  }
  for (const [choice, writer] of writers)
    for (const { delta, reason } of writer.close()) yield frame(choice, delta, reason)
  if (facts.includeUsage) yield dataFrame({ ...head, choices: [], usage: writeUsage(usage) })
  yield 'data: [DONE]\n\n'
}

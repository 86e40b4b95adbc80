// Answers of generateContent, whole, as server-sent events and as one list in pieces, written from events (FACTS 3.11, 4 and 10).

import { objectIn } from '../field.ts'
import type { AnswerDetails } from '../format.ts'
import { dataFrame, framesOrError } from '../frames.ts'
import type { Json } from '../json.ts'
import { compact, isJson } from '../json.ts'
import { type Block, type Choice, collectReply, finishWord, laterUsage } from '../reply.ts'
import type { FinishReason, StreamEvent, Usage } from '../stream-event.ts'
import { besideParts } from './answer-reader.ts'
import { errorOf } from './errors.ts'
import { writeLogprobs } from './logprobs.ts'
import { writeUsage } from './usage.ts'

const words: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  toolCalls: 'STOP',
  contentFilter: 'SAFETY',
}

/** Rejects with what the events throw. */
export async function writeAnswer(events: AsyncIterable<StreamEvent>, facts: AnswerDetails): Promise<Json> {
  const { choices, usage } = await collectReply(events)
  return {
    candidates: choices.map((answer) =>
      compact({
        ...besideOf(answer.blocks),
        content: { role: 'model', parts: answer.blocks.flatMap(writeBlock) },
        finishReason: finishWord(answer.finish, 'gemini', words),
        index: answer.index,
        logprobsResult: writeLogprobs(answer.logprobs),
      }),
    ),
    usageMetadata: writeUsage(usage),
    modelVersion: facts.model,
    responseId: facts.id,
  }
}

function writeBlock(block: Block): Json[] {
  switch (block.kind) {
    case 'text':
    case 'refusal':
      return [{ text: block.text }]
    case 'thinking':
      return [compact({ text: block.text, thought: true, thoughtSignature: block.signature })]
    case 'toolCall':
      return [writeCall(block)]
    case 'image':
      return [{ inlineData: { mimeType: block.mediaType, data: block.data } }]
    case 'opaque':
      return block.wire === 'gemini' && !isBeside(block.block) ? [block.block] : []
    // Sources of another vendor have no place in the text that this wire could name, and its own stand beside the content.
    case 'citation':
    // Thoughts that another vendor sealed are of no use here.
    case 'redactedThinking':
      return []
  }
}
/** Members of the candidate itself. */
function besideOf(blocks: readonly Block[]): Json {
  const own = blocks.flatMap((block) => (block.kind === 'opaque' && block.wire === 'gemini' ? [block.block] : []))
  return Object.fromEntries(own.flatMap((block) => (isBeside(block) ? Object.entries(block[besideParts]) : [])))
}
function isBeside(block: Json): block is { readonly [besideParts]: Json } {
  return isJson(block[besideParts])
}

interface Call {
  readonly id: string
  readonly name: string
  readonly signature?: string | undefined
  readonly input: string
}
function writeCall({ id, name, input, signature }: Call): Json {
  return compact({ functionCall: { id, name, args: objectIn(input) }, thoughtSignature: signature })
}

export async function* writeStream(events: AsyncIterable<StreamEvent>, facts: AnswerDetails): AsyncGenerator<string> {
  if (facts.asArray === true) yield* asList(events, facts)
  else for await (const json of chunksOrFault(events, facts)) yield dataFrame(json)
}
/** One JSON list, each piece of it an element more. */
async function* asList(events: AsyncIterable<StreamEvent>, facts: AnswerDetails): AsyncGenerator<string> {
  let before = '['
  for await (const json of chunksOrFault(events, facts)) {
    yield `${before}${JSON.stringify(json)}`
    before = ',\r\n'
  }
  yield before === '[' ? '[]' : ']'
}
async function* chunksOrFault(events: AsyncIterable<StreamEvent>, facts: AnswerDetails): AsyncGenerator<Json> {
  yield* framesOrError(chunks(events, facts), (fault): Json => ({ error: errorOf(fault) }))
}

/** The input of a call is an object on this wire, so a call is written when its input is whole. */
interface OpenChoice {
  readonly calls: Map<number, Call & { input: string }>
  ending: Choice['finish'] | undefined
}

async function* chunks(events: AsyncIterable<StreamEvent>, facts: AnswerDetails): AsyncGenerator<Json> {
  const open = new Map<number, OpenChoice>()
  let usage: Usage = {}
  const chunk = (index: number, parts: readonly Json[], more: Json = {}, told?: Json) =>
    compact({
      candidates: [compact({ content: { role: 'model', parts }, index, ...more })],
      usageMetadata: told,
      modelVersion: facts.model,
      responseId: facts.id,
    })
  for await (const event of events) {
    if (event.kind === 'usage') usage = laterUsage(usage, event.usage)
    if (event.kind === 'usage' || event.kind === 'start' || event.kind === 'end') continue
    const choice = open.get(event.choice) ?? { calls: new Map(), ending: undefined }
    open.set(event.choice, choice)
    const beside = event.kind === 'opaque' && event.wire === 'gemini' && isBeside(event.block)
    if (beside) {
      yield chunk(event.choice, [], event.block[besideParts])
      continue
    }
    const parts = partsOf(event, choice)
    const logprobs = event.kind === 'text' ? writeLogprobs([event.logprobs]) : undefined
    if (parts.length > 0 || logprobs !== undefined) yield chunk(event.choice, parts, { logprobsResult: logprobs })
  }
  // The usage may come after the endings, and stands in the last chunk.
  const endings = open.size > 0 ? [...open] : [[0, { calls: new Map(), ending: undefined }] as const]
  for (const [place, [index, choice]] of endings.entries()) {
    const finishReason = finishWord(choice.ending ?? { reason: 'stop' }, 'gemini', words)
    const parts = [...flushed(choice)]
    const told = place === endings.length - 1 ? writeUsage(usage) : undefined
    yield chunk(index, parts.length > 0 ? parts : [{ text: '' }], { finishReason }, told)
  }
}

function partsOf(event: Exclude<StreamEvent, { kind: 'start' | 'usage' | 'end' }>, choice: OpenChoice): Json[] {
  switch (event.kind) {
    case 'text':
    case 'refusal':
      return event.text === '' ? [] : [{ text: event.text }]
    case 'thinking':
      return [{ text: event.text, thought: true }]
    case 'signature':
      return [{ text: '', thought: true, thoughtSignature: event.signature }]
    case 'toolCall': {
      const whole = [...flushed(choice)]
      choice.calls.set(event.index, { ...event, input: '' })
      return whole
    }
    case 'toolInput': {
      const call = choice.calls.get(event.index)
      if (call !== undefined) call.input += event.text
      return []
    }
    case 'image':
      return [{ inlineData: { mimeType: event.mediaType, data: event.data } }]
    case 'opaque':
      return event.wire === 'gemini' ? [event.block] : []
    case 'finish':
      choice.ending = event
      return [...flushed(choice)]
    case 'citation':
    case 'redactedThinking':
      return []
  }
}
function* flushed(choice: OpenChoice): Generator<Json> {
  for (const call of choice.calls.values()) yield writeCall(call)
  choice.calls.clear()
}

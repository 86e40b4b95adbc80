// Answers of chat completions, whole and streamed, written from events (FACTS 3.1 and 4).

import type { AnswerDetails } from '../format.ts'
import { dataFrame, errorFrames, framesOrError, prefixed } from '../frames.ts'
import type { Json } from '../json.ts'
import { compact } from '../json.ts'
import type { ModelError } from '../model-error.ts'
import {
  type Block,
  type Choice,
  collectReply,
  laterUsage,
  logOf,
  metadataFor,
  type Reply,
  refusalOf,
  textOf,
} from '../reply.ts'
import type { StreamEvent, Usage } from '../stream-event.ts'
import { writeAnnotation } from './annotations.ts'
import { type Delta, DeltaWriter } from './delta-writer.ts'
import { errorOf } from './errors.ts'
import { finishReason } from './finish-reasons.ts'
import { writeImage } from './image.ts'
import { writeReasoning } from './reasoning.ts'
import { freeText, isCustom, signed } from './request-writer.ts'
import { writeUsage } from './usage.ts'

/** Rejects with what the events throw. */
export async function writeAnswer(events: AsyncIterable<StreamEvent>, facts: AnswerDetails): Promise<Json> {
  return written(await collectReply(events), facts)
}
export function writeWhole(events: readonly StreamEvent[], facts: AnswerDetails): Json {
  return written(logOf(events), facts)
}

function written({ choices, usage, metadata }: Reply, facts: AnswerDetails): Json {
  return {
    id: prefixed('chatcmpl-', facts.id),
    object: 'chat.completion',
    created: facts.created,
    model: facts.model,
    choices: choices.map((answer) => writeChoice(answer, facts)),
    usage: writeUsage(usage),
    system_fingerprint: null,
    ...metadataFor(metadata, 'openai'),
  }
}

function writeChoice(answer: Choice, facts: AnswerDetails): Json {
  return {
    index: answer.index,
    message: writeMessage(answer, facts),
    logprobs: joinedLogprobs(answer.logprobs),
    finish_reason: finishReason(answer.finish, facts.request.legacyFunctions === true),
  }
}

function writeMessage(answer: Choice, facts: AnswerDetails): Json {
  const [only] = answer.blocks
  // what nearly every answer is
  if (answer.blocks.length === 1 && only?.kind === 'text')
    return { role: 'assistant', content: only.text, refusal: null, annotations: [] }
  const calls = answer.blocks.filter((block) => block.kind === 'toolCall')
  const images = answer.blocks.filter((block) => block.kind === 'image')
  const text = textOf(answer)
  const refusal = refusalOf(answer)
  const old = facts.request.legacyFunctions === true
  const [first] = calls
  return compact({
    role: 'assistant',
    content: text === '' && (calls.length > 0 || refusal !== '') ? null : text,
    refusal: refusal === '' ? null : refusal,
    ...writeThoughts(answer.blocks),
    annotations: writeAnnotations(answer.blocks),
    ...vendorMembers(answer.blocks),
    images: images.length > 0 ? images.map(writeImage) : undefined,
    tool_calls: calls.length > 0 && !old ? calls.map((call) => writeCall(call, facts)) : undefined,
    function_call: old && first !== undefined ? { name: first.name, arguments: first.input } : undefined,
  })
}

/** A source is one of the piece of text before it. */
function writeAnnotations(blocks: readonly Block[]): Json[] {
  const place = { start: 0, end: 0 }
  const annotations: Json[] = []
  for (const block of blocks) {
    if (block.kind === 'text') {
      place.start = place.end
      place.end += block.text.length
    }
    const written = block.kind === 'citation' ? writeAnnotation(block.citation, place) : undefined
    if (written) annotations.push(written)
  }
  return annotations
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
      .filter((block) => block.kind === 'thinking' || block.kind === 'redactedThinking')
      .map((block) => ({ ...block })),
  )
}
function writeCall(call: Extract<Block, { kind: 'toolCall' }>, facts: AnswerDetails): Json {
  const { id, name, input, signature } = call
  if (isCustom(facts.request.tools, name)) return { id, type: 'custom', custom: { name, input: freeText(input) } }
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

export async function* writeStream(events: AsyncIterable<StreamEvent>, facts: AnswerDetails): AsyncGenerator<string> {
  yield* framesOrError(chunks(events, facts), faultFrame)
}

async function* chunks(events: AsyncIterable<StreamEvent>, facts: AnswerDetails): AsyncGenerator<string> {
  const writer = new ChunkWriter(facts)
  for await (const event of events) yield* writer.write(event)
  yield* writer.end()
}

/** The same with one text for all frames of a batch. */
export async function* writeBatches(
  batches: AsyncIterable<readonly StreamEvent[]>,
  facts: AnswerDetails,
): AsyncGenerator<string> {
  const writer = new ChunkWriter(facts)
  let text = ''
  let isOver = false
  try {
    for await (const events of batches) {
      for (const event of events) {
        const piece = writer.piece(event)
        if (piece === undefined) text += writer.write(event).join('')
        else text += piece
      }
      // what stands at the end of an answer leaves with its last events
      isOver = events.at(-1)?.kind === 'end'
      if (isOver) text += writer.end().join('') + (facts.finalComment?.() ?? '')
      if (text !== '') yield text
      text = ''
    }
    if (!isOver) yield writer.end().join('') + (facts.finalComment?.() ?? '')
  } catch (failure) {
    yield* errorFrames(failure, faultFrame)
    if (facts.finalComment) yield facts.finalComment()
  }
}

const faultFrame = (fault: ModelError): string => dataFrame({ error: errorOf(fault) })

class ChunkWriter {
  readonly #facts: AnswerDetails
  #head: Json
  #before: string
  readonly #after: string
  /** What stands before and after a text of that choice, in the frame of it. */
  #pieceChoice: number | undefined
  #pieceStart = ''
  readonly #pieceEnd: string
  readonly #writers = new Map<number, DeltaWriter>()
  #usage: Usage = {}

  constructor(facts: AnswerDetails) {
    this.#facts = facts
    this.#head = {
      id: prefixed('chatcmpl-', facts.id),
      object: 'chat.completion.chunk',
      created: facts.created,
      model: facts.model,
      system_fingerprint: null,
    }
    // All but one member is the same in every chunk, so it is written once.
    this.#before = beginningOf(this.#head)
    this.#after = facts.includeUsage ? '],"usage":null}\n\n' : ']}\n\n'
    this.#pieceEnd = `},"logprobs":null,"finish_reason":null}${this.#after}`
  }
  /** The one frame of a text that nothing stands beside, which is what nearly every event is. */
  piece(event: StreamEvent): string | undefined {
    if (event.kind !== 'text' || event.logprobs !== undefined) return undefined
    const { choice, text } = event
    const writer = this.#writers.get(choice)
    if (!writer) return undefined
    writer.passed(event)
    if (choice !== this.#pieceChoice) {
      this.#pieceChoice = choice
      this.#pieceStart = `${this.#before}{"index":${choice},"delta":{"content":`
    }
    return `${this.#pieceStart}${JSON.stringify(text)}${this.#pieceEnd}`
  }
  write(event: StreamEvent): readonly string[] {
    const piece = this.piece(event)
    if (piece !== undefined) return [piece]
    if (event.kind === 'usage') this.#usage = laterUsage(this.#usage, event.usage)
    if (event.kind === 'usage' || event.kind === 'end') return none
    if (event.kind === 'start' && event.metadata?.wire === 'openai') {
      this.#head = { ...this.#head, ...event.metadata.members }
      this.#before = beginningOf(this.#head)
      this.#pieceChoice = undefined
    }
    const choice = event.kind === 'start' ? 0 : event.choice
    const known = this.#writers.get(choice)
    const frames: string[] = []
    const writer = known ?? new DeltaWriter(this.#facts.request)
    if (!known) {
      this.#writers.set(choice, writer)
      frames.push(this.#frame(choice, { delta: { role: 'assistant', content: '' } }))
    }
    for (const delta of writer.write(event)) frames.push(this.#frame(choice, delta))
    return frames
  }
  end(): readonly string[] {
    const frames: string[] = []
    for (const [choice, writer] of this.#writers)
      for (const delta of writer.close()) frames.push(this.#frame(choice, delta))
    if (this.#facts.includeUsage) frames.push(dataFrame({ ...this.#head, choices: [], usage: writeUsage(this.#usage) }))
    frames.push('data: [DONE]\n\n')
    return frames
  }
  #frame(index: number, { delta, reason = null, logprobs = null }: Delta): string {
    return `${this.#before}${JSON.stringify({ index, delta, logprobs, finish_reason: reason })}${this.#after}`
  }
}
const beginningOf = (head: Json): string => `data: ${JSON.stringify(head).slice(0, -1)},"choices":[`
const none: readonly string[] = []

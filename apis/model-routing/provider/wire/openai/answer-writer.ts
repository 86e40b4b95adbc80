// Writes complete chat completions from events (SOURCES 3.1).

import type { AnswerDetails } from '../format.ts'
import { prefixed } from '../frames.ts'
import type { Json } from '../json.ts'
import { compact } from '../json.ts'
import { type Block, type Choice, collectReply, metadataFor, refusalOf, textOf } from '../reply.ts'
import type { StreamEvent } from '../stream-event.ts'
import { writeAnnotation } from './annotations.ts'
import { finishReason } from './finish-reasons.ts'
import { writeImage } from './image.ts'
import { writeReasoning } from './reasoning.ts'
import { freeText, isCustom, signed } from './request-writer.ts'
import { writeUsage } from './usage.ts'

export function writeAnswer(events: readonly StreamEvent[], details: AnswerDetails): Json {
  const { choices, usage, metadata } = collectReply(events)
  return {
    id: prefixed('chatcmpl-', details.id),
    object: 'chat.completion',
    created: details.created,
    model: details.model,
    choices: choices.map((choice) => writeChoice(choice, details)),
    usage: writeUsage(usage),
    ...metadataFor(metadata, 'openai'),
  }
}

function writeChoice(choice: Choice, details: AnswerDetails): Json {
  return {
    index: choice.index,
    message: writeMessage(choice, details),
    logprobs: joinedLogprobs(choice.logprobs),
    finish_reason: finishReason(choice.finish, details.request.legacyFunctions === true),
  }
}

function writeMessage(choice: Choice, details: AnswerDetails): Json {
  const [only] = choice.blocks
  // nearly every answer takes this path
  if (choice.blocks.length === 1 && only?.kind === 'text')
    return { role: 'assistant', content: only.text, refusal: null, annotations: [] }
  const calls = choice.blocks.filter((block) => block.kind === 'toolCall')
  const images = choice.blocks.filter((block) => block.kind === 'image')
  const text = textOf(choice)
  const refusal = refusalOf(choice)
  const old = details.request.legacyFunctions === true
  const [first] = calls
  return compact({
    role: 'assistant',
    content: text === '' && (calls.length > 0 || refusal !== '') ? null : text,
    refusal: refusal === '' ? null : refusal,
    ...writeThoughts(choice.blocks),
    annotations: writeAnnotations(choice.blocks),
    ...vendorMembers(choice.blocks),
    images: images.length > 0 ? images.map(writeImage) : undefined,
    tool_calls: calls.length > 0 && !old ? calls.map((call) => writeCall(call, details)) : undefined,
    function_call: old && first !== undefined ? { name: first.name, arguments: first.input } : undefined,
  })
}

/** A citation belongs to the text block before it. */
function writeAnnotations(blocks: readonly Block[]): Json[] {
  const span = { start: 0, end: 0 }
  const annotations: Json[] = []
  for (const block of blocks) {
    if (block.kind === 'text') {
      span.start = span.end
      span.end += block.text.length
    }
    const written = block.kind === 'citation' ? writeAnnotation(block.citation, span) : undefined
    if (written) annotations.push(written)
  }
  return annotations
}

/** Members that only this wire has; lists of several blocks are concatenated. */
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
function writeCall(call: Extract<Block, { kind: 'toolCall' }>, details: AnswerDetails): Json {
  const { id, name, input, signature } = call
  if (isCustom(details.request.tools, name)) return { id, type: 'custom', custom: { name, input: freeText(input) } }
  const written = { id, type: 'function', function: { name, arguments: input === '' ? '{}' : input } }
  return signature === undefined ? written : { ...written, ...signed(signature) }
}

/** Concatenates the lists of the blocks. */
function joinedLogprobs(pieces: readonly unknown[]): Json | null {
  const lists = pieces.filter((piece) => typeof piece === 'object' && piece !== null) as Json[]
  if (lists.length === 0) return null
  const all = (name: string) => lists.flatMap((piece) => (Array.isArray(piece[name]) ? piece[name] : []))
  const refusal = all('refusal')
  return { content: all('content'), refusal: refusal.length > 0 ? refusal : null }
}

// Writes a chat request for the Messages API (SOURCES 3.10 and 10).

import type { ChatRequest, Tool, ToolChoice } from '../chat-request.ts'
import type { Json } from '../json.ts'
import { compact, isJson } from '../json.ts'
import { hasMaps } from '../standard-schema.ts'
import { refuseUnsupportedPrompt } from '../text-prompts.ts'
import { objectSchema } from '../tool-schema.ts'
import { writeMessages, writeSystem } from './block-writer.ts'
import { ownOutputConfig } from './request-reader.ts'
import { isOpen, isRecursive, outputSchema } from './schema.ts'
import { writeThinking } from './thinking.ts'
import { versionOf } from './version.ts'

/** Writes the request body for an upstream that names the model `model`. */
export function writeRequest(request: ChatRequest, model: string): Json {
  refuseUnsupportedPrompt(request)
  const isNative = request.wire === 'anthropic'
  const extras = isNative ? request.extras : undefined
  const mark = isJson(request.extras?.cache_control) ? request.extras.cache_control : undefined
  const tools = writeTools(request)
  const limit = request.maxTokens ?? defaultLimit(model)
  const { thinking, maxTokens, effort } = writeThinking(request, model, limit)
  const thinks = isJson(thinking) && thinking.type !== 'disabled'
  return compact({
    cache_control: mark,
    ...extras,
    model,
    max_tokens: maxTokens,
    system: writeSystem(request, formInstruction(request, model)),
    messages: writeMessages(request, model),
    stop_sequences: writeStops(request),
    stream: request.stream ? true : undefined,
    ...writeSampling(request, model, thinks),
    tools: tools.length > 0 ? tools : undefined,
    tool_choice: tools.length > 0 ? writeToolChoice(request) : undefined,
    thinking,
    output_config: writeOutputConfig(request, model, effort),
    metadata: writeMetadata(request, extras),
  })
}

/** Returns the limit that this wire requires; older models allow at most 4,096 tokens. */
function defaultLimit(model: string): number {
  return (versionOf(model) ?? Infinity) < 3.5 ? 4_096 : 8_192
}

/** The vendor refuses stop sequences that are only white space. */
function writeStops({ stop, wire }: ChatRequest): readonly string[] | undefined {
  const usable = wire === 'anthropic' ? stop : stop.filter((text) => text.trim() !== '')
  return usable.length > 0 ? usable : undefined
}

/** Newer models take no sampling parameters, thinking models only the default, all others one of the two. */
function writeSampling({ sampling, wire }: ChatRequest, model: string, thinks: boolean): Json {
  const { temperature, topP, topK } = sampling
  if (wire === 'anthropic') return { temperature, top_p: topP, top_k: topK }
  if (thinks || (versionOf(model) ?? 0) >= 4.7) return {}
  return {
    temperature: temperature === undefined ? undefined : Math.min(temperature, 1),
    top_p: temperature === undefined ? topP : undefined,
    top_k: topK !== undefined && topK > 0 ? topK : undefined,
  }
}

function writeTools(request: ChatRequest): Json[] {
  const isNative = request.wire === 'anthropic'
  const vendor = isNative && Array.isArray(request.extras?.tools) ? request.extras.tools.filter(isJson) : []
  const tools = request.tools.map((tool) => writeTool(tool, isNative))
  if (tools.length > 0 || isNative) return [...tools, ...vendor]
  // Tool calls in earlier messages need their tools declared, even where no more calls are wanted.
  const names = request.messages
    .flatMap((message) => message.parts)
    .flatMap((part) => (part.kind === 'toolCall' ? part.name : []))
  return [...new Set(names)].map((name) => ({ name, input_schema: { type: 'object' } }))
}
function writeTool({ name, description, schema, strict, extras }: Tool, isNative: boolean): Json {
  const cached = isNative || extras?.cache_control === undefined ? undefined : { cache_control: extras.cache_control }
  return compact({
    ...(isNative ? extras : cached),
    name,
    description,
    input_schema: isNative ? schema : objectSchema(schema),
    strict: isNative ? strict : undefined,
  })
}

function writeToolChoice(request: ChatRequest): Json | undefined {
  const { tools, parallelToolCalls, wire } = request
  const choice = tools.length === 0 && wire !== 'anthropic' ? ({ kind: 'none' } as const) : request.toolChoice
  const single = parallelToolCalls === false ? { disable_parallel_tool_use: true } : {}
  if (choice === undefined) return parallelToolCalls === false ? { type: 'auto', ...single } : undefined
  return writeChoice(choice, choice.kind === 'none' ? {} : single)
}
function writeChoice(choice: ToolChoice, single: Json): Json {
  return choice.kind === 'tool' ? { type: 'tool', name: choice.name, ...single } : { type: choice.kind, ...single }
}

/** True if the vendor itself can hold the model to the schema; it closes objects, and open ones would stay empty. */
function keepsSchema(schema: Json, model: string): boolean {
  return (versionOf(model) ?? 0) >= 4.5 && !hasMaps(schema) && !isOpen(schema) && !isRecursive(schema)
}

function writeOutputConfig(request: ChatRequest, model: string, effort: string | undefined): Json | undefined {
  const { responseFormat, wire, extras } = request
  const isNative = wire === 'anthropic'
  const schema =
    responseFormat.kind === 'schema' && (isNative || keepsSchema(responseFormat.schema, model))
      ? responseFormat.schema
      : undefined
  const config = compact({
    ...(isNative ? ownOutputConfig(extras) : undefined),
    effort: isNative ? ownOutputConfig(extras).effort : effort,
    format:
      schema === undefined ? undefined : { type: 'json_schema', schema: isNative ? schema : outputSchema(schema) },
  })
  return Object.keys(config).length > 0 ? config : undefined
}

/** Returns a response format as an instruction, for wires and models without a member for it. */
function formInstruction({ responseFormat, wire }: ChatRequest, model: string): string | undefined {
  if (responseFormat.kind === 'text') return undefined
  if (responseFormat.kind === 'json')
    return 'Answer with one valid JSON object and nothing else: no other text, no code fence.'
  if (wire === 'anthropic' || keepsSchema(responseFormat.schema, model)) return undefined
  const schema = JSON.stringify(responseFormat.schema)
  return `Answer with one JSON value that fits this JSON Schema and with nothing else: no other text, no code fence.\n${schema}`
}

function writeMetadata({ user, wire }: ChatRequest, extras: Json | undefined): Json | undefined {
  const others = wire === 'anthropic' && isJson(extras?.metadata) ? extras.metadata : undefined
  return user === undefined ? others : { ...others, user_id: user }
}

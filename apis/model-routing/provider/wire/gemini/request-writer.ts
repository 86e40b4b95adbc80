// Writes a chat request for generateContent (SOURCES 3.11 and 10). The path holds the model and whether to stream.

import type { ChatRequest, Tool, ToolChoice } from '../chat-request.ts'
import type { Json } from '../json.ts'
import { compact, isJson } from '../json.ts'
import { ModelError } from '../model-error.ts'
import { hasMaps, standardSchema } from '../standard-schema.ts'
import { refuseUnsupportedPrompt } from '../text-prompts.ts'
import { writeContents } from './part-writer.ts'
import { ownSchema } from './schema.ts'
import { versionOf } from './version.ts'

/** Writes the request body for an upstream that names the model `model`. */
export function writeRequest(request: ChatRequest, model: string): Json {
  refuseUnsupportedPrompt(request)
  const extras = request.wire === 'gemini' ? request.extras : undefined
  const isFirst = (index: number) => (request.systemDetails?.[index]?.after ?? 0) === 0
  const system = request.system.filter((text, index) => text.trim() !== '' && isFirst(index))
  const tools = isAnswerOnly(request, model) ? [] : writeTools(request, model, extras)
  const config = writeConfig(request, model, extras)
  const instructions = system.map((text) => ({ text }))
  const isAsked = request.wire !== 'gemini' && refusesSystem.test(model)
  const contents = writeContents(request, model)
  return compact({
    ...extras,
    systemInstruction: instructions.length > 0 && !isAsked ? { parts: instructions } : undefined,
    contents: isAsked ? withInstructions(contents, instructions) : contents,
    tools: tools.length > 0 ? tools : undefined,
    toolConfig: request.tools.length > 0 && tools.length > 0 ? writeToolConfig(request.toolChoice) : undefined,
    generationConfig: Object.keys(config).length > 0 ? config : undefined,
  })
}

/** Models that know no instructions beside the conversation (SOURCES 10.15). */
const refusesSystem = /(?:^|[/:])gemma-[123]/i

/** Puts instructions before what the user says first. */
function withInstructions([first, ...others]: readonly Json[], instructions: readonly Json[]): Json[] {
  const parts = Array.isArray(first?.parts) ? first.parts : []
  return [{ role: 'user', parts: [...instructions, ...parts] }, ...others]
}

/**
 * True if the tools can be left out because none of them may be called. Models before the third generation refuse tools
 * with an answer in JSON. Throws ModelError 'invalid' if both are needed.
 */
function isAnswerOnly({ tools, toolChoice, responseFormat, wire }: ChatRequest, model: string): boolean {
  const takesBoth = wire === 'gemini' || (versionOf(model) ?? 3) >= 3
  if (takesBoth || tools.length === 0 || responseFormat.kind === 'text') return false
  if (toolChoice?.kind === 'none') return true
  const message = `${model} cannot call tools and answer in JSON in one request. Leave out response_format or tools, or use a model of Gemini 3.`
  throw new ModelError('invalid', message, { param: 'response_format' })
}

/** Limit of the vendor. */
const mostStops = 5

/** Functions of these names enable the vendor's built-in tools (SOURCES 10). */
const builtIn = new Set(['googleSearch', 'codeExecution', 'urlContext'])

function writeTools({ tools, wire }: ChatRequest, model: string, extras: Json | undefined): Json[] {
  const vendor = Array.isArray(extras?.tools) ? extras.tools.filter(isJson) : []
  const isBuiltIn = (tool: Tool) => wire !== 'gemini' && builtIn.has(tool.name)
  const functions = tools.filter((tool) => !isBuiltIn(tool)).map((tool) => writeFunction(tool, wire, model))
  return [
    ...(functions.length > 0 ? [{ functionDeclarations: functions }] : []),
    ...tools.filter(isBuiltIn).map(({ name }) => Object.fromEntries([[name, {}]])),
    ...vendor,
  ]
}
function writeFunction({ name, description, schema, extras }: Tool, wire: ChatRequest['wire'], model: string): Json {
  return compact({ ...(wire === 'gemini' ? extras : undefined), name, description, ...writeParameters(schema, model) })
}
/** An object without members is refused; a function of that kind has no parameters at all. */
function writeParameters(schema: Json, model: string): Json {
  const { properties, additionalProperties: more } = schema
  const isBare = properties === undefined && (more === undefined || more === false)
  if (!isBare && takesMaps(schema, model)) return { parametersJsonSchema: standardSchema(schema) }
  const parameters = ownSchema(schema)
  const isEmpty = parameters.properties === undefined && parameters.anyOf === undefined
  return isEmpty ? {} : { parameters }
}
/** Newer models take schemas as they are, of which the wire's own form loses members of any name (SOURCES 10.19). */
const takesMaps = (schema: Json, model: string): boolean => (versionOf(model) ?? 0) >= 2.5 && hasMaps(schema)

function writeToolConfig(choice: ToolChoice | undefined): Json | undefined {
  if (choice === undefined) return undefined
  if (choice.kind === 'tool') return { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [choice.name] } }
  return { functionCallingConfig: { mode: choice.kind.toUpperCase() } }
}

function writeConfig(request: ChatRequest, model: string, extras: Json | undefined): Json {
  const { sampling, responseFormat, stop, n, maxTokens } = request
  const isNative = isJson(extras?.generationConfig) ? extras.generationConfig : {}
  const { topK, logprobs } = sampling
  const takesPenalties = request.wire === 'gemini' || !refusesPenalties(model)
  const penalty = (value: number | undefined) => (takesPenalties || value === 0 ? value : undefined)
  return compact({
    thinkingConfig: request.wire === 'gemini' ? undefined : writeThinking(request, model),
    ...isNative,
    temperature: sampling.temperature,
    topP: sampling.topP,
    topK: topK !== undefined && topK > 0 ? topK : undefined,
    seed: request.wire === 'gemini' || isShort(sampling.seed) ? sampling.seed : undefined,
    presencePenalty: penalty(sampling.presencePenalty),
    frequencyPenalty: penalty(sampling.frequencyPenalty),
    responseLogprobs: logprobs === undefined ? undefined : true,
    logprobs: logprobs === undefined || logprobs === 0 ? undefined : logprobs,
    maxOutputTokens: maxTokens,
    stopSequences: stop.length > 0 ? stop.slice(0, request.wire === 'gemini' ? undefined : mostStops) : undefined,
    candidateCount: n === 1 ? undefined : n,
    responseMimeType: responseFormat.kind === 'text' ? undefined : 'application/json',
    ...(responseFormat.kind === 'schema' ? writeSchema(responseFormat.schema, model) : {}),
  })
}

function writeSchema(schema: Json, model: string): Json {
  if (takesMaps(schema, model)) return { responseJsonSchema: standardSchema(schema) }
  const written = ownSchema(schema)
  return Object.keys(written).length > 0 ? { responseSchema: written } : {}
}

/** Seeds of this wire have 32 bits. */
const isShort = (seed: number | undefined): boolean => seed === undefined || Math.abs(seed) < 2 ** 31

/** Models that refuse penalties other than 0 (SOURCES 10.15). */
const refusesPenalties = (model: string): boolean =>
  (versionOf(model) ?? 0) >= 2.5 || /gemini-(?:pro|flash(?:-lite)?)-latest/i.test(model)

/** The smallest budget of the models that always think. */
const leastBudget = 128
const alwaysThinks = /gemini-2\.5-pro/i

const budgets: Readonly<Record<string, number>> = { none: 0, minimal: 512, low: 1_280, medium: 2_048, high: 4_096 }

/** Older models do not think; the newest take a level, those in between a token budget. */
function writeThinking({ thinking }: ChatRequest, model: string): Json | undefined {
  const version = versionOf(model) ?? 0
  if (thinking === undefined || version < 2.5) return undefined
  const { effort, budget } = thinking
  if (version >= 3 && effort !== undefined)
    return effort === 'none'
      ? { thinkingLevel: 'low' }
      : { thinkingLevel: levelOf(effort, model), includeThoughts: true }
  const thinkingBudget = budget ?? (effort !== undefined && Object.hasOwn(budgets, effort) ? budgets[effort] : -1)
  if (thinkingBudget === 0) return { thinkingBudget: alwaysThinks.test(model) ? leastBudget : 0 }
  return { thinkingBudget, includeThoughts: true }
}
/** The first model of the third generation knows no level between low and high. */
function levelOf(effort: string, model: string): string {
  if (effort === 'minimal' || effort === 'low') return 'low'
  return effort === 'medium' && !/gemini-3-pro/i.test(model) ? 'medium' : 'high'
}

// Chooses the tools that the built-in model calls, and their arguments: tools whose names and descriptions share words
// with the prompt.
import type { ChatRequest, Tool } from '../../../wire/chat-request.ts'
import type { Json } from '../../../wire/json.ts'
import { ModelError } from '../../../wire/model-error.ts'
import { nodesOf, SchemaTrouble } from '../schema/fitting.ts'
import { givenObject } from '../schema/given-object.ts'
import { isPlace, PromptValues, wordsOfName } from '../schema/prompt-values.ts'
import { makeValue } from '../schema/value-maker.ts'
import { hashOf, meaningfulStems } from '../text/words.ts'
import type { Prompt } from './prompt.ts'

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** An object as JSON. */
  readonly input: string
}

const mostCalls = 8

/** Returns the calls to make; empty if the model is to answer in words. Throws ModelError 'invalid'. */
export function callsFor(request: ChatRequest, prompt: Prompt, choice: number): ToolCall[] {
  const { tools, toolChoice, parallelToolCalls } = request
  const kind = toolChoice?.kind ?? 'auto'
  if (tools.length === 0 || kind === 'none') {
    if (kind === 'any' || kind === 'tool') throw invalid('A tool was demanded, but none was given.', 'tool_choice')
    return []
  }
  const chosen = chooseTools(request, prompt)
  if (chosen.length === 0) return []
  const candidates = chosen.flatMap((tool) => promptsFor(tool, prompt.text).map((text) => ({ tool, text })))
  return candidates.slice(0, parallelToolCalls === false ? 1 : mostCalls).map(({ tool, text }, index) => ({
    id: `call_${idOf(`${request.messages.length} ${prompt.text} ${tool.name} ${index} ${choice}`)}`,
    name: tool.name,
    input: JSON.stringify(inputFor(tool, text)),
  }))
}

function chooseTools({ tools, toolChoice }: ChatRequest, prompt: Prompt): Tool[] {
  if (toolChoice?.kind === 'tool') {
    const named = tools.find(({ name }) => name === toolChoice.name)
    if (named === undefined) throw invalid(`There is no tool named ${toolChoice.name.slice(0, 100)}.`, 'tool_choice')
    return [named]
  }
  const mustCall = toolChoice?.kind === 'any'
  // after a tool result the model answers in words
  if (!mustCall && prompt.results.length > 0) return []
  const ranked = tools.map((tool) => ({ tool, score: scoreOf(tool, prompt.text) })).sort((a, b) => b.score - a.score)
  const fitting = ranked.filter(({ score }) => score >= enough)
  const [best] = ranked
  if (mustCall) return fitting.length > 0 ? fitting.map(({ tool }) => tool) : best ? [best.tool] : []
  return fitting.map(({ tool }) => tool)
}

/**
 * One word of the name, or three of the description; or one of these together with values for what the tool requires.
 */
const enough = 3

function scoreOf({ name, description, schema }: Tool, text: string): number {
  const said = new Set(meaningfulStems(text))
  const common = new Set(['get', 'set', 'tool', 'function', 'use', 'call', 'run', 'data', 'inform'])
  const shared = (words: string) =>
    new Set(meaningfulStems(words).filter((stem) => said.has(stem) && !common.has(stem))).size
  const properties = Object.entries(nodesOf(schema.properties))
  const ofProperties = properties.map(([property]) => wordsOfName(property).join(' ')).join(' ')
  const words =
    3 * shared(wordsOfName(name).join(' ')) + shared((description ?? '').slice(0, 2000)) + shared(ofProperties)
  return words > 0 && words < enough && hasValues(schema, text) ? words + 2 : words
}

/** Reports whether the prompt has a value for everything that a tool requires, which is at least one thing. */
function hasValues({ properties, required }: Tool['schema'], text: string): boolean {
  const known = nodesOf(properties)
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : Object.keys(known)
  const values = new PromptValues(text)
  const numbers = names.filter((name) => isNumeric(known[name])).length
  if (names.length === 0 || numbers > values.numbersLeft) return false
  return names.every((name) => {
    const node = known[name]
    if (isNumeric(node)) return true
    const { enum: choices, format } = Object(node)
    return Array.isArray(choices) ? values.among(choices).length > 0 : values.offers(name, format)
  })
}
const isNumeric = (node: unknown): boolean => ['integer', 'number'].includes(Object(node).type)

/** Returns the input that the prompt gives in JSON; undefined also for schemas that cannot be checked. */
function givenTo(schema: Tool['schema'], text: string): Json | undefined {
  try {
    return givenObject({ type: 'object', ...schema }, text)
  } catch (error) {
    if (error instanceof SchemaTrouble) return undefined
    throw error
  }
}

/** Returns a prompt for each call: one for each place if the prompt names several and the tool takes one. */
function promptsFor({ schema }: Tool, text: string): string[] {
  if (givenTo(schema, text)) return [text]
  const members = Object.keys(nodesOf(schema.properties))
  if (!members.some(isPlace)) return [text]
  const places = new PromptValues(text).places()
  if (places.length < 2 || !/\band\b|,|\bor\b/.test(text)) return [text]
  return places.map((place) => places.reduce((so, other) => (other === place ? so : so.replaceAll(other, '')), text))
}

function inputFor({ schema, name }: Tool, text: string): unknown {
  const at = text.indexOf(name)
  // other tools may have members of the same names
  const own = at > 0 ? givenTo(schema, text.slice(at)) : undefined
  if (own) return own
  try {
    const value = makeValue({ type: 'object', ...schema }, text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch (error) {
    if (error instanceof SchemaTrouble) throw invalid(`The tool ${name.slice(0, 100)}: ${error.message}`, 'tools')
    throw error
  }
}

function idOf(text: string): string {
  return [1, 2, 3].map((seed) => hashOf(text, seed).toString(16).padStart(8, '0')).join('')
}

const invalid = (message: string, param: string) => new ModelError('invalid', message, { param })

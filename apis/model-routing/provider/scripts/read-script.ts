// Reads scripts of models as people write them: `{ rules: [{ match, answer }], pace }`. Whatever cannot be followed is
// refused with its place.
import type { ScriptProblem } from '#define/scripts'
import { RuleProblem, readPattern } from '../router/guardrails/rule.ts'
import { isJson, type Json } from '../wire/json.ts'
import type { FinishReason } from '../wire/stream-event.ts'
import type {
  Pace,
  Script,
  ScriptedAnswer,
  ScriptedBlock,
  ScriptedContent,
  ScriptedError,
  ScriptMatch,
  ScriptRule,
  TextMatch,
} from './script.ts'

const mostRules = 200
const mostAnswers = 100
const mostBlocks = 100
const longestText = 200_000

/** Returns the first problem of scripts; undefined if they can be followed. */
export async function checkScripts(given: unknown): Promise<ScriptProblem | undefined> {
  try {
    readScript(given)
    return undefined
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    const place = /^rules\[(\d+)\]/.exec(error.message)?.[1]
    return { rule: place === undefined ? undefined : Number(place), problem: error.message }
  }
}

/** Reads scripts that have been checked, be it by this version; throws for any others. */
export function readScript(given: unknown): Script {
  const { rules, pace } = members(given, 'scripts', ['rules', 'pace'])
  return {
    rules: listOf(rules, 'rules', mostRules).map((rule, index) => readRule(rule, `rules[${index}]`)),
    pace: pace === undefined ? undefined : readPace(pace, 'pace'),
  }
}

/** A mistake in a script: its place, and what is there. */
class Trouble extends Error {}

function readRule(given: unknown, path: string): ScriptRule {
  const { match = {}, answer, answers } = members(given, path, ['match', 'answer', 'answers'])
  if ((answer === undefined) === (answers === undefined)) throw new Trouble(`${path} has either answer or answers`)
  const all = answers === undefined ? [answer] : listOf(answers, `${path}.answers`, mostAnswers)
  if (all.length === 0) throw new Trouble(`${path}.answers has at least one answer`)
  const pathOf = (index: number) => (answers === undefined ? `${path}.answer` : `${path}.answers[${index}]`)
  return {
    match: readMatch(match, `${path}.match`),
    answers: all.map((one, index) => readAnswer(one, pathOf(index))),
  }
}

function readMatch(given: unknown, path: string): ScriptMatch {
  const { model, turn, text, toolResult, system } = members(given, path, [
    'model',
    'turn',
    'text',
    'toolResult',
    'system',
  ])
  return {
    model: optional(model, `${path}.model`, (name, at) => textOf(name, at, 200)),
    turn: optional(turn, `${path}.turn`, (count, at) => wholeOf(count, at, 0, 1_000_000)),
    text: optional(text, `${path}.text`, readTextMatch),
    toolResult: optional(toolResult, `${path}.toolResult`, readTextMatch),
    system: optional(system, `${path}.system`, readTextMatch),
  }
}

function readTextMatch(given: unknown, path: string): TextMatch {
  if (typeof given === 'string') return { equals: textOf(given, path) }
  const { contains, pattern } = members(given, path, ['contains', 'pattern'], 'a string, or an object')
  if ((contains === undefined) === (pattern === undefined)) throw new Trouble(`${path} has either contains or pattern`)
  if (contains !== undefined) return { contains: textOf(contains, `${path}.contains`) }
  try {
    return { pattern: readPattern(pattern, '', path) }
  } catch (error) {
    throw error instanceof RuleProblem ? new Trouble(error.message) : error
  }
}

const finishReasons: ReadonlyMap<unknown, FinishReason> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'toolCalls'],
  ['content_filter', 'contentFilter'],
])

function readAnswer(given: unknown, path: string): ScriptedAnswer {
  const answer = members(given, path, ['text', 'toolCalls', 'blocks', 'usage', 'finishReason', 'error'])
  if (answer.error === undefined) return readContent(answer, path)
  if (Object.keys(answer).length > 1) throw new Trouble(`${path} has error and nothing else, or an answer`)
  return { error: readError(answer.error, `${path}.error`) }
}

function readContent({ text, toolCalls, blocks, usage = {}, finishReason }: Json, path: string): ScriptedContent {
  const isShort = text !== undefined || toolCalls !== undefined
  if (isShort === (blocks !== undefined)) throw new Trouble(`${path} has text, toolCalls or both, or blocks, or error`)
  const finish = finishReason === undefined ? undefined : finishReasons.get(finishReason)
  if (finishReason !== undefined && finish === undefined)
    throw new Trouble(`${path}.finishReason is one of ${[...finishReasons.keys()].join(', ')}`)
  const read = isShort ? readShort(text, toolCalls, path) : readBlocks(blocks, `${path}.blocks`)
  const { input, output } = members(usage, `${path}.usage`, ['input', 'output'])
  const tokens = (count: unknown, at: string) => wholeOf(count, at, 0, 1_000_000_000)
  return {
    blocks: read,
    finish: finish ?? (read.some(({ kind }) => kind === 'toolCall') ? 'toolCalls' : 'stop'),
    usage: {
      input: optional(input, `${path}.usage.input`, tokens),
      output: optional(output, `${path}.usage.output`, tokens),
    },
  }
}

function readShort(text: unknown, toolCalls: unknown = [], path: string): ScriptedBlock[] {
  const calls = listOf(toolCalls, `${path}.toolCalls`, mostBlocks)
  return [
    ...(text === undefined ? [] : [{ kind: 'text' as const, text: textOf(text, `${path}.text`) }]),
    ...calls.map((call, index) => readCall(call, `${path}.toolCalls[${index}]`)),
  ]
}

const readBlocks = (given: unknown, path: string): ScriptedBlock[] =>
  listOf(given, path, mostBlocks).map((block, index) => {
    const at = `${path}[${index}]`
    const { text, toolCall } = members(block, at, ['text', 'toolCall'])
    if ((text === undefined) === (toolCall === undefined)) throw new Trouble(`${at} has either text or toolCall`)
    return text === undefined
      ? readCall(toolCall, `${at}.toolCall`)
      : { kind: 'text', text: textOf(text, `${at}.text`) }
  })

function readCall(given: unknown, path: string): ScriptedBlock {
  const { id, name, arguments: input } = members(given, path, ['id', 'name', 'arguments'])
  if (!isJson(input)) throw new Trouble(`${path}.arguments is an object`)
  return {
    kind: 'toolCall',
    id: optional(id, `${path}.id`, (value, at) => textOf(value, at, 200, 1)),
    name: textOf(name, `${path}.name`, 200, 1),
    input: JSON.stringify(input),
  }
}

function readError(given: unknown, path: string): ScriptedError {
  const { status, message, code, retryAfter } = members(given, path, ['status', 'message', 'code', 'retryAfter'])
  return {
    status: wholeOf(status, `${path}.status`, 400, 599),
    message: optional(message, `${path}.message`, (value, at) => textOf(value, at, 2000, 1)),
    code: optional(code, `${path}.code`, (value, at) => textOf(value, at, 200, 1)),
    retryAfterS: optional(retryAfter, `${path}.retryAfter`, (value, at) => wholeOf(value, at, 0, 86_400)),
  }
}

function readPace(given: unknown, path: string): Pace {
  const { firstMs, perSecond, jitter = 0 } = members(given, path, ['firstMs', 'perSecond', 'jitter'])
  return {
    firstMs: wholeOf(firstMs, `${path}.firstMs`, 0, 60_000),
    perSecond: numberOf(perSecond, `${path}.perSecond`, 1, 10_000),
    jitter: numberOf(jitter, `${path}.jitter`, 0, 1),
  }
}

/** Returns an object with no members but these. */
function members(given: unknown, path: string, names: readonly string[], what = 'an object'): Json {
  const other = isJson(given) ? Object.keys(given).find((name) => !names.includes(name)) : undefined
  if (isJson(given) && other === undefined) return given
  const has = `${path} is ${what} with ${names.join(', ')}`
  throw new Trouble(other === undefined ? has : `${has}; ${other.slice(0, 60)} is none of them`)
}

const optional = <T>(given: unknown, path: string, read: (given: unknown, path: string) => T): T | undefined =>
  given === undefined ? undefined : read(given, path)

function listOf(given: unknown, path: string, most: number): readonly unknown[] {
  if (Array.isArray(given) && given.length <= most) return given
  throw new Trouble(`${path} is a list of at most ${most}`)
}

function textOf(given: unknown, path: string, most = longestText, least = 0): string {
  if (typeof given === 'string' && given.length >= least && given.length <= most) return given
  throw new Trouble(`${path} is a string of ${least === 0 ? 'at most' : `${least} to`} ${most} characters`)
}

function wholeOf(given: unknown, path: string, least: number, most: number): number {
  if (typeof given === 'number' && Number.isInteger(given) && given >= least && given <= most) return given
  throw new Trouble(`${path} is a whole number from ${least} to ${most}`)
}

function numberOf(given: unknown, path: string, least: number, most: number): number {
  if (typeof given === 'number' && given >= least && given <= most) return given
  throw new Trouble(`${path} is a number from ${least} to ${most}`)
}

// The gateway's own chat models: they answer by rules, say that they are not language models, and give the same
// conversation the same answer. They honour tools, JSON formats, stops, limits, seeds and several answers.
import { countConversation } from '../../tokens/conversation-tokens.ts'
import type { Batches } from '../../wire/batches.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { FinishReason, StreamEvent } from '../../wire/stream-event.ts'
import { answerInWords, createDraw, type RuledAnswer } from './chat/answer-rules.ts'
import type { Learned, Match } from './chat/examples.ts'
import { jsonAnswer } from './chat/json-answer.ts'
import { cutTokens, ended } from './chat/limits.ts'
import { type Prompt, readPrompt, textOf } from './chat/prompt.ts'
import { callsFor, type ToolCall } from './chat/tool-calls.ts'
import { refuseUnanswerable } from './chat/unanswerable.ts'
import { builtInFor } from './models.ts'
import { piecesOf } from './text/pieces.ts'

const echoModel = 'gatehouse/echo-1'

/** A fine-tuned model of an account. */
export interface Tuned {
  readonly model: string
  readonly learned: Learned
}

/** Throws ModelError at once for anything these models cannot do; the events themselves never fail. */
export function chat(request: ChatRequest, tuned?: Tuned): Batches {
  const model = tuned?.model ?? builtInFor('chat', request.model)
  if (request.sampling.logprobs !== undefined)
    throw new ModelError('invalid', `${model} answers by rules and has no probabilities of tokens.`, {
      param: 'logprobs',
    })
  if (!request.textCompletion) refuseUnanswerable(request)
  const prompt = request.textCompletion ? readBare(request) : readPrompt(request)
  const answers = Array.from({ length: request.n }, (_, choice) =>
    answerOf(request, { prompt, choice, model, match: matchOf(request, tuned) }),
  )
  return events(request, model, answers)
}

interface Answer {
  readonly calls: readonly ToolCall[]
  readonly text: string
  readonly thought: string
}
interface Asked {
  readonly prompt: Prompt
  readonly choice: number
  readonly model: string
  readonly match: Match | undefined
}

/** The example that answers a conversation; tools that must be called or have answered take precedence. */
export function matchOf(request: ChatRequest, tuned: Tuned | undefined): Match | undefined {
  const { toolChoice, textCompletion } = request
  if (!tuned || toolChoice?.kind === 'any' || toolChoice?.kind === 'tool') return undefined
  const { text, results } = textCompletion ? readBare(request) : readPrompt(request)
  return results.length > 0 ? undefined : tuned.learned(text)
}

function byExample(request: ChatRequest, prompt: Prompt, { example, likeness }: Match): Answer {
  const { responseFormat, textCompletion } = request
  const completion = textCompletion ? example.completion : example.completion.trim()
  const answered = responseFormat.kind === 'text' ? completion : jsonAnswer(responseFormat, prompt.text, completion)
  const how = likeness === 1 ? 'has the words of the prompt' : `is ${likeness.toFixed(2)} like the prompt`
  return {
    calls: [],
    text: answered,
    thought: thoughtOf(request, `Line ${example.line} of the training file ${example.file} ${how}.`),
  }
}

function answerOf(request: ChatRequest, { prompt, choice, model, match }: Asked): Answer {
  if (match) return byExample(request, prompt, match)
  const calls = model === echoModel ? [] : callsFor(request, prompt, choice)
  if (calls.length > 0) {
    const names = [...new Set(calls.map(({ name }) => name))].join(', ')
    return { calls, text: '', thought: thoughtOf(request, `The words of the prompt fit ${names}.`) }
  }
  const { rule, text } =
    model === echoModel ? echo(prompt) : answerInWords(prompt, createDraw(request.sampling.seed, choice))
  const { responseFormat, textCompletion } = request
  const answered = responseFormat.kind === 'text' ? text : jsonAnswer(responseFormat, prompt.text, text)
  return {
    calls: [],
    // when the prompt is to be echoed, the wire's writer prepends it
    text: textCompletion ? `\n\n${answered}` : answered,
    thought: thoughtOf(request, `Rule: ${rule}.`),
  }
}

function echo({ text, results }: Prompt): RuledAnswer {
  const answered = results.length > 0 ? results.map((result) => result.text).join('\n') : text
  return { rule: 'echo', text: `I am a rule of this gateway, not a language model. You said: ${answered}` }
}

/** Reads a bare text; its continuation is the answer to it. */
function readBare({ textCompletion, messages }: ChatRequest): Prompt {
  const parts = messages.flatMap((message) => message.parts)
  if (parts.some(({ kind }) => kind !== 'text'))
    throw new ModelError('invalid', 'This model takes prompts as text, not as tokens.', { param: 'prompt' })
  if (textCompletion?.suffix)
    throw new ModelError('invalid', 'This model cannot fill in a text before a suffix.', { param: 'suffix' })
  return { text: textOf(parts), system: '', results: [], unseen: [] }
}

/** Returns the reasoning, which is included only if it is requested. */
function thoughtOf({ thinking, messages, tools }: ChatRequest, conclusion: string): string {
  const isWanted =
    thinking !== undefined && thinking.effort !== 'none' && thinking.effort !== 'minimal' && thinking.budget !== 0
  if (!isWanted) return ''
  return `I look at the last of ${messages.length} turns and at ${tools.length} tools, and try my rules in order. ${conclusion}`
}

/** A batch for each choice. */
async function* events(
  request: ChatRequest,
  model: string,
  answers: readonly Answer[],
): AsyncGenerator<readonly StreamEvent[]> {
  // the messages wire says in its first event how long the prompt is, and its clients read it there
  const isPromptFirst = request.wire === 'anthropic' && request.stream
  yield [{ kind: 'start', model }]
  if (isPromptFirst) yield [{ kind: 'usage', usage: { prompt: await countConversation(request) } }]
  let answer = 0
  let reasoning = 0
  for (const [choice, { calls, text, thought }] of answers.entries()) {
    const { maxTokens, stop } = request
    const thoughts = await cutTokens(thought, maxTokens ?? longestThought)
    const thinking = piecesOf(thoughts.text).map((piece): StreamEvent => ({ kind: 'thinking', choice, text: piece }))
    reasoning += thoughts.tokens
    const left = maxTokens === undefined ? undefined : Math.max(0, maxTokens - thoughts.tokens)
    const rest = calls.length > 0 ? await callEvents(calls, choice, left) : await textEvents(text, choice, stop, left)
    answer += thoughts.tokens + rest.tokens
    yield [...thinking, ...rest.events]
  }
  yield [{ kind: 'usage', usage: { answer, reasoning } }, { kind: 'end' }]
}

const longestThought = 4096

interface Written {
  readonly events: readonly StreamEvent[]
  readonly tokens: number
}

async function textEvents(
  text: string,
  choice: number,
  stop: readonly string[],
  left: number | undefined,
): Promise<Written> {
  const end = await ended(text, stop, left)
  const finish = { kind: 'finish', choice, reason: end.reason } as const
  return {
    events: [
      ...piecesOf(end.text).map((piece): StreamEvent => ({ kind: 'text', choice, text: piece })),
      end.stop === undefined ? finish : { ...finish, stopSequence: end.stop },
    ],
    tokens: end.tokens,
  }
}

/** The calls in order; one that exceeds the remaining tokens is truncated, as real models do. */
async function callEvents(calls: readonly ToolCall[], choice: number, left: number | undefined): Promise<Written> {
  const events: StreamEvent[] = []
  let tokens = 0
  let reason: FinishReason = 'toolCalls'
  for (const [index, { id, name, input }] of calls.entries()) {
    const cut = await cutTokens(input, left === undefined ? Number.POSITIVE_INFINITY : left - tokens)
    events.push({ kind: 'toolCall', choice, index, id, name })
    for (const piece of piecesOf(cut.text)) events.push({ kind: 'toolInput', choice, index, text: piece })
    tokens += cut.tokens
    if (cut.text.length === input.length) continue
    reason = 'length'
    break
  }
  events.push({ kind: 'finish', choice, reason })
  return { events, tokens }
}

// Closed questions about a text, in two dialects, which `input` or `state` distinguishes (SOURCES 3.14). The same
// question always gets the same answer.
import type { HandlersFor } from '#define'
import { present } from '#define/present'
import { yieldToEventLoop } from '#provider'
import type { endpoints } from '../../../../endpoints.ts'
import { countText } from '../../../tokens/text-tokens.ts'
import { isJson, type Json } from '../../../wire/json.ts'
import { ModelError } from '../../../wire/model-error.ts'
import { builtInFor } from '../models.ts'
import { type Evidence, indexOfMost, likelihood, readEvidence, rounded, shares, support } from './likelihood.ts'

const mostQuestions = 400
const mostChoices = 255
/** Limit of the whole call as JSON, in UTF-16 units. */
const longestCall = 1_000_000

export const decisionHandlers: HandlersFor<typeof endpoints, 'createDecision'> = {
  async createDecision({ body }) {
    const model = builtInFor('decisions', body.model)
    if ('stream' in body && body.stream === true) throw invalid('Decisions are never streamed.', 'stream')
    if (JSON.stringify(body).length > longestCall) throw invalid('The questions are too long.', 'questions')
    return Array.isArray(body.questions)
      ? answerList(model, body.input, body.questions)
      : answerKeyed(model, body.state, Object(body.questions))
  },
}

async function answerList(model: string, input: unknown, questions: readonly unknown[]) {
  if (questions.length === 0 || questions.length > mostQuestions)
    throw invalid(`questions must be 1 to ${mostQuestions}.`, 'questions')
  if (input === undefined || input === null) throw invalid('input is needed for a list of questions.', 'input')
  const text = flatText(input)
  const read = questions.map((question, at) => readQuestion(Object(question), `questions[${at}]`))
  const evidence = readEvidence(text)
  const answers = []
  for (const question of read) {
    await yieldToEventLoop()
    answers.push(answerListed(evidence, question))
  }
  const input_tokens = await countAll([text, JSON.stringify(questions)])
  return {
    model,
    answers,
    usage: {
      input_tokens,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: questions.length,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input_tokens + questions.length,
    },
  }
}

interface Question {
  readonly type: string
  readonly name: string | null
  readonly instructions: string
  /** An option: the value as the caller wrote it, and the words by which it is judged. */
  readonly options: readonly { readonly value: string | boolean; readonly words: string }[]
}

function readQuestion(question: Json, path: string): Question {
  const { type, name, instructions } = question
  if (type !== 'predicate' && type !== 'choice' && type !== 'score')
    throw invalid('type must be predicate, choice or score.', `${path}.type`)
  const text = flatText(instructions)
  if (text === '') throw invalid('instructions must not be empty.', `${path}.instructions`)
  const field = type === 'choice' ? 'choices' : 'levels'
  const declared: readonly unknown[] = type === 'predicate' ? [] : listOf(question[field], `${path}.${field}`)
  const options = declared.map((one) => {
    const { value, label, description }: Json = Object(one)
    const answer = type === 'choice' ? value : label
    if (typeof answer !== 'string' && !(type === 'choice' && typeof answer === 'boolean'))
      throw invalid(`Each of ${field} needs a ${type === 'choice' ? 'value' : 'label'}.`, `${path}.${field}`)
    return { value: answer, words: typeof description === 'string' ? `${answer} ${description}` : String(answer) }
  })
  if (type === 'choice' && new Set(options.map(({ value }) => value)).size < options.length)
    throw invalid('The values of choices must differ.', `${path}.choices`)
  return { type, name: typeof name === 'string' ? name : null, instructions: text, options }
}

function answerListed(evidence: Evidence, { type, name, instructions, options }: Question) {
  if (type === 'predicate') return { type, name, probability: likelihood(evidence, instructions) }
  const parts = shares(options.map(({ value, words }) => supportOf(evidence, value, { words, instructions })))
  if (type === 'choice') {
    const best = indexOfMost(parts)
    const probabilities = options.map(({ value }, at) => ({ value, probability: present(parts[at]) }))
    return { type, name, choice: present(options[best]).value, confidence: present(parts[best]), probabilities }
  }
  const probabilities = options.map(({ value }, at) => ({
    label: String(value),
    value: at,
    probability: present(parts[at]),
  }))
  return { type, name, score: meanOf(parts), confidence: Math.max(...parts), probabilities }
}

async function answerKeyed(model: string, state: unknown, questions: Json) {
  const names = Object.keys(questions)
  if (names.length === 0 || names.length > mostQuestions)
    throw invalid(`questions must be 1 to ${mostQuestions}.`, 'questions')
  if (state === undefined || state === null || typeof state === 'boolean')
    throw invalid('state must be a string, an object or a list.', 'state')
  const text = flatText(state)
  const evidence = readEvidence(text)
  const read = names.map(
    (name) => [name, readKeyed(Object(questions[name]), `questions.${name.slice(0, 100)}`)] as const,
  )
  const answers: [string, ReturnType<typeof answerOne>][] = []
  for (const [name, question] of read) {
    await yieldToEventLoop()
    answers.push([name, answerOne(evidence, question)])
  }
  const input_tokens = await countAll([text, JSON.stringify(questions)])
  return { model, answers: Object.fromEntries(answers), usage: { input_tokens, output_tokens: names.length } }
}

function readKeyed(question: Json, path: string): Question {
  const { type, instructions, criteria } = question
  const text = flatText(instructions)
  if (type === 'noul') return { type, name: null, instructions: text, options: [] }
  if (type === 'choice') {
    if (typeof criteria !== 'object' || criteria === null || Array.isArray(criteria))
      throw invalid('criteria of a choice is an object: option and description.', `${path}.criteria`)
    const options = Object.entries(criteria).map(([value, description]) => {
      if (description !== null && typeof description !== 'string')
        throw invalid('Each description is a string or null.', `${path}.criteria`)
      return { value, words: `${value} ${description ?? ''}` }
    })
    listOf(options, `${path}.criteria`)
    return { type, name: null, instructions: text, options }
  }
  if (type !== 'score') throw invalid('type must be noul, choice or score.', `${path}.type`)
  const options = listOf(criteria, `${path}.criteria`).map((label) => {
    if (typeof label !== 'string') throw invalid('Each level is a string.', `${path}.criteria`)
    return { value: label, words: label }
  })
  return { type, name: null, instructions: text, options }
}

function answerOne(evidence: Evidence, { type, instructions, options }: Question) {
  if (type === 'noul') return { type, noul: likelihood(evidence, instructions) }
  const parts = shares(options.map(({ value, words }) => supportOf(evidence, value, { words, instructions })))
  const confidence = Math.max(...parts)
  const byKey = (keyOf: (at: number) => string) => Object.fromEntries(parts.map((part, at) => [keyOf(at), part]))
  if (type === 'choice')
    return {
      type,
      choice: present(options[indexOfMost(parts)]).value,
      probabilities: byKey((at) => String(present(options[at]).value)),
      confidence,
    }
  const legend = Object.fromEntries(options.map(({ value }, at) => [String(at), String(value)]))
  return { type, score: meanOf(parts), legend, probabilities: byKey(String), confidence }
}

/** Returns the support of an option: true and yes affirm the question itself, false and no deny it. */
function supportOf(
  evidence: Evidence,
  value: string | boolean,
  { words, instructions }: { readonly words: string; readonly instructions: string },
): number {
  const plain = String(value).trim().toLowerCase()
  if (plain === 'true' || plain === 'yes')
    return 4 * likelihood(evidence, instructions) - 2 + support(evidence, words) * 0.2
  if (plain === 'false' || plain === 'no') return 2 - 4 * likelihood(evidence, instructions)
  return support(evidence, words)
}

/** The expected level, counted from 0. */
const meanOf = (parts: readonly number[]): number => rounded(parts.reduce((sum, part, at) => sum + part * at, 0))

function listOf(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length < 2 || value.length > mostChoices)
    throw invalid(`There must be 2 to ${mostChoices}.`, path)
  return value
}

/** Returns all strings in a value, whatever its shape; names of members precede their values. */
function flatText(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (depth > 20) return ''
  if (Array.isArray(value)) return value.map((one: unknown) => flatText(one, depth + 1)).join('\n')
  if (!isJson(value)) return ''
  if (typeof value.type === 'string' && typeof value.text === 'string') return value.text
  const wire = new Set(['type', 'role', 'content', 'text'])
  return Object.entries(value)
    .filter(([name]) => name !== 'type' && name !== 'role')
    .map(([name, inner]) => (wire.has(name) ? flatText(inner, depth + 1) : `${name}: ${flatText(inner, depth + 1)}`))
    .join('\n')
}

async function countAll(texts: readonly string[]): Promise<number> {
  let sum = 0
  for (const text of texts) sum += await countText(text)
  return sum
}

const invalid = (message: string, param: string) => new ModelError('invalid', message, { param })

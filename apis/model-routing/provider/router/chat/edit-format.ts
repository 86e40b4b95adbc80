// The edits that came before chat, as a separate wire: an instruction and an input in, the rewritten input out
// (SOURCES 3.3). They never stream, and any chat model can answer them.
import type { ChatRequest } from '../../wire/chat-request.ts'
import { finishWord } from '../../wire/finish-reasons.ts'
import type { AnswerDetails, Format } from '../../wire/format.ts'
import type { Json } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'
import { openai } from '../../wire/openai.ts'
import { collectReply, type Reply, textOf } from '../../wire/reply.ts'

const maxAnswers = 20
const task = 'Rewrite the text of the user by this instruction. Answer with the rewritten text alone.'

export const editFormat: Format = {
  ...openai,
  readRequest: readEdit,
  writeAnswer: (events, details) => writeEdit(collectReply(events), details),
}

function writeEdit({ choices, usage }: Reply, { created, request }: AnswerDetails): Json {
  const { prompt = 0, answer = 0 } = usage
  return {
    object: 'edit',
    created,
    choices: choices
      .filter(({ index }) => index < request.n)
      .map((choice) => ({
        text: textOf(choice),
        index: choice.index,
        finish_reason: finishWord({ reason: choice.finish.reason }, 'completions'),
      })),
    usage: { prompt_tokens: prompt, completion_tokens: answer, total_tokens: prompt + answer },
  }
}

/** Throws ModelError 'invalid'. */
function readEdit(body: unknown): ChatRequest {
  const { model, instruction, input, n, temperature, top_p }: Json = Object(body)
  if (typeof instruction !== 'string' || instruction === '') throw invalid('instruction', 'must be a string')
  if (input != null && typeof input !== 'string') throw invalid('input', 'must be a string')
  const text = typeof input === 'string' ? input : ''
  const count = n ?? 1
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > maxAnswers)
    throw invalid('n', `must be an integer from 1 to ${maxAnswers}`)
  const messages = [
    { role: 'system', content: `${task}\n\n${instruction}` },
    { role: 'user', content: text === '' ? 'The text is empty.' : text },
  ]
  return openai.readRequest({ model, messages, n: count, temperature, top_p })
}

const invalid = (param: string, problem: string) => new ModelError('invalid', `${param} ${problem}.`, { param })

// Writes answers for Ollama's clients: complete, or one line of JSON for each piece (SOURCES 3.19).
import { callInput } from '../field.ts'
import { type Ending, finishWord } from '../finish-reasons.ts'
import type { AnswerDetails } from '../format.ts'
import { compact, isJson, type Json } from '../json.ts'
import type { ModelError } from '../model-error.ts'
import { collectReply, isCut, laterUsage, refusalOf, textOf, unshownImage } from '../reply.ts'
import type { StreamEvent, Usage } from '../stream-event.ts'
import type { StreamWriter } from '../stream-writer.ts'

/** The content of a piece of an answer; empty at the end. */
interface Said {
  readonly text?: string
  readonly thinking?: string | undefined
  readonly calls?: readonly Json[] | undefined
}
/** Function that returns the members that hold the content. */
export type Saying = (said: Said) => Json

export const sayingChat: Saying = ({ text = '', thinking, calls }) => ({
  message: compact({ role: 'assistant', content: text, thinking, tool_calls: calls }),
})
/** Generations call no tools. */
export const sayingGeneration: Saying = ({ text = '', thinking }) => compact({ response: text, thinking })

export function writeWhole(events: readonly StreamEvent[], details: AnswerDetails, saying: Saying): Json {
  const { choices, usage } = collectReply(events)
  const [choice] = choices
  const blocks = choice?.blocks ?? []
  const thinking = blocks.map((block) => (block.kind === 'thinking' ? block.text : '')).join('')
  const calls = blocks.flatMap((block) => (choice && block.kind === 'toolCall' ? callOf(block, isCut(choice)) : []))
  const logprobs = choice?.logprobs.flatMap(writeLogprobs) ?? []
  return compact({
    ...headOf(details),
    ...saying({
      text: choice ? textOf(choice) + refusalOf(choice) : '',
      thinking: thinking === '' ? undefined : thinking,
      calls: calls.length > 0 ? calls : undefined,
    }),
    logprobs: logprobs.length > 0 ? logprobs : undefined,
    ...endOf(choice?.finish ?? { reason: 'stop' }, usage, 0),
  })
}

export class LineWriter implements StreamWriter {
  readonly #details: AnswerDetails
  readonly #saying: Saying
  readonly #beganMs = performance.now()
  readonly #calls = new Map<number, Call & { input: string }>()
  #ending: Ending = { reason: 'stop' }
  #usage: Usage = {}

  constructor(details: AnswerDetails, saying: Saying) {
    this.#details = details
    this.#saying = saying
  }

  write(event: StreamEvent): string {
    if (event.kind === 'usage') this.#usage = laterUsage(this.#usage, event.usage)
    // this wire has one choice
    if (!('choice' in event) || event.choice !== 0) return ''
    switch (event.kind) {
      case 'text': {
        const logprobs = writeLogprobs(event.logprobs)
        return this.#line({ text: event.text }, logprobs.length > 0 ? { logprobs } : {})
      }
      case 'refusal':
        return this.#line({ text: event.text })
      case 'thinking':
        return this.#line({ thinking: event.text })
      case 'toolCall':
        this.#calls.set(event.index, { name: event.name, input: '' })
        return ''
      case 'toolInput': {
        const call = this.#calls.get(event.index)
        if (call) call.input += event.text
        return ''
      }
      case 'finish':
        this.#ending = event
        return ''
      case 'image':
        return this.#line({ text: unshownImage })
      default:
        return ''
    }
  }
  /** The input of a call is an object on this wire, so calls are written once they are complete. */
  end(): string {
    const isInputCut = isCut({ finish: this.#ending })
    const calls = [...this.#calls.values()].flatMap((call) => callOf(call, isInputCut))
    const called = calls.length > 0 ? this.#line({ calls }) : ''
    const ms = performance.now() - this.#beganMs
    return called + this.#line({}, endOf(this.#ending, this.#usage, ms))
  }
  error(error: ModelError): string {
    return `${JSON.stringify({ error: error.message })}\n`
  }
  #line(said: Said, more: Json = {}): string {
    return `${JSON.stringify({ ...headOf(this.#details), ...this.#saying(said), done: false, ...more })}\n`
  }
}

interface Call {
  readonly name: string
  readonly input: string
}
/** A call that was cut off is left out: with other inputs it would be another call. */
function callOf({ name, input }: Call, isInputCut: boolean): Json[] {
  const read = callInput(input, isInputCut)
  return read === undefined ? [] : [{ function: { name, arguments: read } }]
}

const headOf = ({ model, created }: AnswerDetails): Json => ({
  model,
  created_at: new Date(created * 1000).toISOString(),
})

/** Times are nanoseconds. Nothing is known of loading and reading the prompt, so all of it counts as answering. */
function endOf(ending: Ending, { prompt = 0, answer = 0 }: Usage, ms: number): Json {
  const nanoseconds = Math.round(ms * 1e6)
  return {
    done: true,
    done_reason: finishWord(ending, 'ollama'),
    total_duration: nanoseconds,
    load_duration: 0,
    prompt_eval_count: prompt,
    prompt_eval_duration: 0,
    eval_count: answer,
    eval_duration: nanoseconds,
  }
}

/** `{ content: [{ token, logprob, … }] }` of chat completions as a list. */
function writeLogprobs(logprobs: unknown): Json[] {
  return isJson(logprobs) && Array.isArray(logprobs.content) ? logprobs.content.filter(isJson) : []
}

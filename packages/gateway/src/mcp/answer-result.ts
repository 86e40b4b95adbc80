// Makes a tool result of a provider's answer: all of it when it is short, its beginning and a handle when it is long, a
// link when it is not text.
import { clean, contentTypeOf, headingOf, isText, parsedBytes, parsedOf, pick, shapeOf, textOf } from './answer-text.ts'
import type { CapturedAnswer } from './captured-response.ts'
import type { Content, ToolResult } from './tool.ts'

export interface AnswerContext {
  readonly operation: string
  readonly options: { readonly fields?: readonly string[] | undefined; readonly maxChars: number }
  /** Keeps the answer and returns its handle. */
  readonly keep: () => string
  readonly baseUrl: string
}

export async function answerResult(answer: CapturedAnswer, context: AnswerContext): Promise<ToolResult> {
  const { operation, options } = context
  const heading = headingOf(operation, answer)
  const isError = answer.status >= 400 ? ({ isError: true } as const) : {}
  if (answer.body.length === 0) return { content: lines(heading, '(no body)'), ...isError }
  if (!isText(answer)) return linkTo(answer, context)
  if (!options.fields || answer.status >= 400) {
    // the usual case: short enough to pass as it is
    const whole = textOf(answer)
    if (whole.length <= options.maxChars && !answer.isCut) return { content: lines(heading, whole), ...isError }
    const shape = answer.body.length > parsedBytes ? undefined : shapeOf(await parsedOf(answer))
    return {
      content: lines(partHeading(heading, { whole, shape }, context), whole.slice(0, options.maxChars)),
      ...isError,
    }
  }
  const value = await parsedOf(answer)
  if (value === undefined)
    return {
      content: lines(`${heading} It is too long for "fields" or not JSON: read_result with handle ${context.keep()}.`),
    }
  const picked = clean(JSON.stringify(pick(value, new Set(options.fields))))
  if (picked.length <= options.maxChars) return { content: lines(heading, picked), ...isError }
  const shape = shapeOf(value)
  return { content: lines(partHeading(heading, { whole: picked, shape }, context), picked.slice(0, options.maxChars)) }
}

function partHeading(
  heading: string,
  { whole, shape }: { whole: string; shape: string | undefined },
  { options, keep }: AnswerContext,
): string {
  const about = shape === undefined ? '' : ` The whole is ${shape}.`
  return `${heading} Below are characters 0 to ${options.maxChars} of ${whole.length}.${about} More: read_result with handle ${keep()}.`
}

function linkTo(answer: CapturedAnswer, { operation, keep, baseUrl }: AnswerContext): ToolResult {
  const handle = keep()
  const mimeType = contentTypeOf(answer).slice(0, 100) || 'application/octet-stream'
  const size = answer.body.length
  return {
    content: [
      {
        type: 'text',
        text: `${operation} answered ${answer.status} with ${size} bytes of ${mimeType}. Fetch them for 15 minutes with the same key:`,
      },
      { type: 'resource_link', uri: `${baseUrl}/mcp/results/${handle}`, name: operation, mimeType, size },
    ],
  }
}

const lines = (...texts: string[]): Content[] => texts.map((text) => ({ type: 'text', text }))

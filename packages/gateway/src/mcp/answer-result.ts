// Turns a provider's response into a tool result: the whole of a short one, the beginning of a long one with a handle,
// a link for one that is not text.

import type { CapturedAnswer } from '../call/http/captured-response.ts'
import { withoutUnseen } from '../process/unseen.ts'
import { contentTypeOf, headingOf, isText, parsedBytes, parsedOf, pick, shapeOf, textOf } from './answer-text.ts'
import type { Content, ToolResult } from './tool.ts'

interface AnswerContext {
  readonly operation: string
  readonly options: { readonly fields?: readonly string[] | undefined; readonly maxChars: number }
  /** Keeps the response and returns its handle; undefined without room for it. */
  readonly keep: () => string | undefined
  readonly baseUrl: string
}

export async function answerResult(answer: CapturedAnswer, context: AnswerContext): Promise<ToolResult> {
  const { operation, options } = context
  const heading = headingOf(operation, answer)
  const isError = answer.status >= 400 ? ({ isError: true } as const) : {}
  if (answer.body.length === 0) return { content: lines(heading, '(no body)'), ...isError }
  if (!isText(answer)) return linkTo(answer, context)
  if (!options.fields || answer.status >= 400) {
    // the usual case: short enough to pass unchanged
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
      content: lines(`${heading} It is too long for "fields" or not JSON. ${restAt(context.keep())}`),
    }
  const picked = withoutUnseen(JSON.stringify(pick(value, new Set(options.fields))))
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
  return `${heading} Below are characters 0 to ${options.maxChars} of ${whole.length}.${about} ${restAt(keep())}`
}

function restAt(handle: string | undefined): string {
  return handle === undefined ? `The rest ${lost}` : `More: read_result with handle ${handle}.`
}
const lost = 'could not be kept: too many long answers are at the moment. Ask for less at once.'

function linkTo(answer: CapturedAnswer, { operation, keep, baseUrl }: AnswerContext): ToolResult {
  const handle = keep()
  const mimeType = withoutUnseen(contentTypeOf(answer)).slice(0, 100) || 'application/octet-stream'
  const size = answer.body.length
  const about = `${operation} answered ${answer.status} with ${size} bytes of ${mimeType}.`
  if (handle === undefined) return { content: lines(`${about} They ${lost}`) }
  return {
    content: [
      {
        type: 'text',
        text: `${about} Fetch them for 15 minutes with the same key:`,
      },
      { type: 'resource_link', uri: `${baseUrl}/mcp/results/${handle}`, name: operation, mimeType, size },
    ],
  }
}

const lines = (...texts: string[]): Content[] => texts.map((text) => ({ type: 'text', text }))

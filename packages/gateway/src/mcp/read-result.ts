// Tool `read_result`: a further part of a long response, or a late response.

import type { CapturedAnswer } from '../call/http/captured-response.ts'
import { withoutUnseen } from '../process/unseen.ts'
import { answerResult } from './answer-result.ts'
import { at, headingOf, isText, maxChars, parsedOf, shapeOf, textOf } from './answer-text.ts'
import { readCount, readOptionalText, readText } from './arguments.ts'
import type { RunDeps } from './run-operation.ts'
import { keysOf, problem, type ToolCall, type ToolResult } from './tool.ts'
import type { JsonObject } from './values.ts'
import { withinTime } from './within-time.ts'

export async function readResult(args: JsonObject, call: ToolCall, deps: RunDeps): Promise<ToolResult> {
  const handle = readText(args, 'handle')
  const pointer = readOptionalText(args, 'pointer')
  const offset = readCount(args, 'offset', { least: 0, most: Number.MAX_SAFE_INTEGER, fallback: 0 })
  const limit = readCount(args, 'maxChars', maxChars)
  const [stored] = keysOf(call).flatMap(({ caller }) => deps.results.get(handle, caller.keyId) ?? [])
  if (!stored)
    return problem(
      'There is no such result: handles belong to one key, and last 15 minutes unless newer ones need their room. ' +
        'Call again if the operation only reads.',
    )
  const answer = await withinTime(Promise.resolve(stored.answer), deps.lateMs)
  const { operation } = stored
  if (answer === 'late') return { content: [{ type: 'text', text: `${operation} is still running. Ask again.` }] }
  if (!answer) return problem(`${operation} broke off before its answer was complete.`)
  if (!isText(answer))
    return answerResult(answer, { operation, options: { maxChars: limit }, keep: () => handle, baseUrl: deps.baseUrl })
  return partOf(answer, { operation, pointer, offset, limit })
}

interface Part {
  readonly operation: string
  readonly pointer: string | undefined
  readonly offset: number
  readonly limit: number
}

async function partOf(answer: CapturedAnswer, { operation, pointer, offset, limit }: Part): Promise<ToolResult> {
  const heading = headingOf(operation, answer)
  let whole = textOf(answer)
  if (pointer !== undefined) {
    const value = await parsedOf(answer)
    if (value === undefined) return problem('This result is not JSON, or too long to point into. Use offset.')
    const found = at(value, pointer)
    if (found === undefined)
      return problem(`There is nothing at ${pointer.slice(0, 100)}. The whole is ${shapeOf(value)}.`)
    whole = withoutUnseen(JSON.stringify(found))
  }
  const end = Math.min(whole.length, offset + limit)
  const where = `${heading} Characters ${offset} to ${end} of ${whole.length}${answer.isCut ? ' (the rest was cut)' : ''}.`
  return {
    content: [
      { type: 'text', text: where },
      { type: 'text', text: whole.slice(offset, end) },
    ],
  }
}

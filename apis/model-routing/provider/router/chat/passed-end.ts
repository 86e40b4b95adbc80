// What is written after an answer that was passed on as it came: an error in the format of the wire where it broke off,
// and its cost.
import type { Batches } from '../../wire/batches.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'
import type { AnswerDetails, Format } from '../../wire/format.ts'
import type { Router } from '../router.ts'
import { costComment, endsWithCost } from './cost-comment.ts'
import type { WriteEnd } from './observation.ts'

interface PassedInput {
  readonly format: Format
  readonly asArray?: boolean | undefined
}

export function endingPassed(input: PassedInput, request: ChatRequest, router: Router): WriteEnd {
  return (end, settled) => {
    const comment = endsWithCost(input) ? costComment(settled) : ''
    if (end.ended !== 'failed' || end.isReported) return comment
    const { model } = request
    const details = {
      model,
      id: router.newId(),
      created: Math.floor(router.kit.now() / 1000),
      includeUsage: false,
      request,
    }
    return errorFrames(input.format, end.failure, details).then((frames) => frames + comment)
  }
}

async function errorFrames(format: Format, failure: unknown, details: AnswerDetails): Promise<string> {
  let frames = ''
  try {
    for await (const frame of format.writeStream(failing(failure), details)) frames += frame.toString()
  } catch {
    // a failure that is no error of the provider is thrown on after its frame
  }
  return frames
}

/** Batches of a stream of which something was passed on. */
async function* failing(cause: unknown): Batches {
  yield [{ kind: 'verbatim', bytes: Buffer.alloc(0) }]
  throw cause
}

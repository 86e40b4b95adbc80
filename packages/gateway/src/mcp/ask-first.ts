// Asks the person before a call that destroys or spends: in the agent's client, in the console, or through a sentence
// and a confirmation that the client sends back.
import type { Confirmations } from './confirmations.ts'
import type { Operation } from './operations.ts'
import { mostShown, shownArguments } from './shown-call.ts'
import { problem, type ToolCall, type ToolResult } from './tool.ts'
import { isRecord, type JsonObject } from './values.ts'
import type { WaitingCalls } from './waiting-calls.ts'

export interface AskDeps {
  readonly confirmations: Confirmations
  readonly waiting: WaitingCalls
  /** The gateway's address as callers see it. */
  readonly baseUrl: string
}
interface AskedCall {
  readonly operation: Operation
  readonly args: JsonObject
  readonly options: { readonly provider?: 'live' | 'embedded' | undefined; readonly confirmation?: string | undefined }
  readonly call: ToolCall
  readonly deps: AskDeps
}

/** Returns undefined for a confirmed call; otherwise the question, or a sentence with a confirmation to send back. */
export async function askFirst(asked: AskedCall): Promise<ToolResult | undefined> {
  const { operation, args, call, options, deps } = asked
  const shown = shownArguments(args)
  if (shown === undefined)
    return problem(
      `A person has to agree to ${operation.name}, and the arguments are too long to be shown: more than ${mostShown} characters. ` +
        'Nothing was done. Send less at once; programs can make the call without an agent.',
    )
  const confirmed = { keyId: call.caller.keyId, operation: operation.name, arguments: args, provider: options.provider }
  const answer = call.answers.confirm
  if (call.canAsk && isRecord(answer) && call.requestState !== undefined) {
    if (answer.action !== 'accept' || !isRecord(answer.content) || answer.content.proceed !== true)
      return problem('The person declined. Nothing was done.')
    if (await deps.confirmations.redeem(call.requestState, confirmed)) return undefined
    return problem('The confirmation is for another call, expired, or used. Nothing was done; call again.')
  }
  const sentence = sentenceOf(operation, options.provider)
  if (call.canAsk) return question(`${sentence} Arguments: ${shown}`, deps.confirmations.issue(confirmed))
  const answered = await deps.waiting.answerTo(confirmed)
  if (answered === 'approved') return undefined
  if (answered === 'declined') return problem('The person declined in the console. Nothing was done.')
  if (options.confirmation !== undefined) {
    if (await deps.confirmations.redeem(options.confirmation, confirmed)) {
      await deps.waiting.forget(confirmed)
      return undefined
    }
    return problem('The confirmation is for another call, expired, or used. Nothing was done; call without one first.')
  }
  const isKept = await deps.waiting.keep({ ...confirmed, shown, accountId: call.caller.accountId, client: call.client })
  return problem(
    `${sentence} Nothing was done yet. Show the person the call with all its arguments; if they agree, repeat the same ` +
      `call within five minutes with confirmation: ${deps.confirmations.issue(confirmed)}`,
    `Arguments: ${shown}`,
    ...(isKept
      ? [`The person can also approve it at ${deps.baseUrl}/console/agents; then repeat the same call as it was.`]
      : []),
  )
}

function sentenceOf({ effect, listing, endpoint, name }: Operation, provider: string | undefined): string {
  const what = effect === 'spend' ? 'This costs money or credits' : 'This deletes data'
  const by = provider === undefined ? '' : `, from the ${provider} provider`
  return `${what}: ${listing.title}: ${endpoint.summary} (${name}${by}).`
}

function question(message: string, requestState: string): ToolResult {
  const params = {
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: { proceed: { type: 'boolean', title: 'Proceed' } },
      required: ['proceed'],
    },
  }
  return {
    content: [],
    question: { inputRequests: { confirm: { method: 'elicitation/create', params } }, requestState },
  }
}

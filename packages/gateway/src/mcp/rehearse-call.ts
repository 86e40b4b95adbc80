// Rehearses a call: checks everything that can be checked without sending it, whatever the operation.
import type { Rehearsed } from '../call/rehearse.ts'
import { textOf } from './answer-text.ts'
import { callInProcess, type InProcessDeps } from './in-process-call.ts'
import type { Operation } from './operations.ts'
import { adviceOn } from './outcome.ts'
import type { CallParts } from './request-parts.ts'
import { problem, type ToolCall, type ToolResult, text } from './tool.ts'

/** The number of shown characters of the address: the agent knows what it sent. */
const longestShown = 500

interface Rehearsal {
  readonly operation: Operation
  readonly parts: CallParts
  readonly options: { readonly provider?: 'live' | 'embedded' | undefined }
  readonly call: ToolCall
  readonly deps: { readonly calls: InProcessDeps; readonly baseUrl: string }
}

export async function rehearseCall({ operation, parts, options, call, deps }: Rehearsal): Promise<ToolResult> {
  const { name, effect, port } = operation
  const extraHeaders = options.provider === undefined ? {} : { 'x-gateway-provider': options.provider }
  const { answer } = callInProcess(
    { ...parts, extraHeaders },
    { request: call.request, port, key: call.key, client: call.client, isRehearsal: true },
    { deps: deps.calls, disconnect: call.disconnect },
  )
  const checked = await answer
  if (checked === undefined) return problem(`The rehearsal of ${name} broke off. Nothing was sent.`)
  if (checked.status !== 200)
    return problem(
      `${name} would be refused with ${checked.status}. Nothing was sent.`,
      textOf(checked),
      ...adviceOn(checked, operation, deps.baseUrl),
    )
  const { request, provider, bodyChecked, doubts, callsLeft }: Rehearsed = JSON.parse(checked.body.toString('utf8'))
  if (callsLeft && Math.min(callsLeft.minute, callsLeft.day) <= 0)
    return problem(
      `${name} would be refused: no calls are left of this ${callsLeft.day <= 0 ? 'day' : 'minute'}. Nothing was sent.`,
    )
  const asksFirst = effect === 'destroy' || effect === 'spend' ? ', after a person has agreed' : ''
  const lines = [
    `${name} (${effect}) was checked and not sent: nothing was changed, counted or paid. It would be sent as ` +
      `${request.slice(0, longestShown)} to the ${provider} provider${asksFirst}.`,
    doubts.length > 0 ? `Its provider may refuse it: ${doubts.slice(0, 10).join('; ')}.` : '',
    bodyChecked === false ? 'The body was not checked: its provider alone reads it.' : '',
    callsLeft ? `Calls left: ${callsLeft.minute} of this minute, ${callsLeft.day} of this day.` : '',
    'What only the provider knows was not checked, such as whether ids exist or the money suffices.',
  ]
  return text(...lines.filter((line) => line !== ''))
}

// Runs an operation for an agent: its effect is checked here, at the call, whatever tool it comes through.
import { parseJson } from '#provider'
import { ownKeyForm } from '../call/identify.ts'
import { answerResult } from './answer-result.ts'
import type { CapturedAnswer } from './captured-response.ts'
import { type Confirmations, digestOf } from './confirmations.ts'
import { callInProcess, type InProcessDeps } from './in-process-call.ts'
import type { Operation } from './operations.ts'
import type { Repeats } from './repeats.ts'
import { BadArguments, callPartsOf } from './request-parts.ts'
import type { Results } from './results.ts'
import { problem, type ToolCall, type ToolResult } from './tool.ts'
import { isRecord, type JsonObject } from './values.ts'
import type { WaitingCalls } from './waiting-calls.ts'
import { withinTime } from './within-time.ts'

export interface RunDeps {
  readonly calls: InProcessDeps
  readonly results: Results
  readonly confirmations: Confirmations
  readonly repeats: Repeats
  readonly waiting: WaitingCalls
  /** Address of the gateway as callers see it. */
  readonly baseUrl: string
  /** After so long, an answer becomes a handle: many clients give up after 60 s. */
  readonly lateMs: number
}

export interface RunOptions {
  readonly fields?: readonly string[] | undefined
  readonly provider?: 'live' | 'embedded' | undefined
  readonly maxChars: number
  readonly idempotencyKey?: string | undefined
  readonly confirmation?: string | undefined
}

/** Calls an operation that only reads. */
export function runRead(run: Run): Promise<ToolResult> | ToolResult {
  const { operation } = run
  if (operation.effect !== 'read')
    return problem(`${operation.name} does not only read (${operation.effect}). Use call_write.`)
  return refusalOf(run) ?? start(run)
}

/** Calls any operation. What destroys or spends is first confirmed, unless the call is a rehearsal. */
export async function runWrite(run: Run): Promise<ToolResult> {
  const { operation, call, options } = run
  const { caller } = call
  if (caller.agent !== 'write' && operation.effect !== 'read')
    return problem('This key lets agents only read. Its owner can change that: gatehouse keys agent <id> write.')
  const refused = refusalOf(run)
  if (refused) return refused
  const { idempotencyKey } = options
  if (idempotencyKey === undefined) return confirmAndStart(run)
  // before any question: a call that was confirmed is repeated with its confirmation, which has been used
  return run.deps.repeats.once(
    { keyId: caller.keyId, idempotencyKey, digest: digestOf([operation.name, run.args, options.provider]) },
    () => confirmAndStart(run),
  )
}

async function confirmAndStart(run: Run): Promise<ToolResult> {
  const { effect } = run.operation
  const isRehearsal = run.options.provider === 'embedded' && run.isRehearsal
  const isAsked = !isRehearsal && (effect === 'destroy' || effect === 'spend')
  return (isAsked ? await askFirst(run) : undefined) ?? start(run)
}

export interface Run {
  readonly operation: Operation
  readonly args: JsonObject
  readonly options: RunOptions
  readonly isRehearsal?: boolean
  readonly call: ToolCall
  readonly deps: RunDeps
}

function refusalOf({ operation, args, call }: Run): ToolResult | undefined {
  if (operation.surface !== call.caller.surface)
    return problem(`${operation.name} opens with a ${operation.surface === 'market' ? 'market' : 'gateway'} key only.`)
  if (ownKeyForm.test(JSON.stringify(args)))
    return problem('The arguments hold a key of the gateway. No operation takes one; leave it out.')
  return undefined
}

/** Undefined when the call is confirmed; otherwise the question, or a sentence with a confirmation to send back. */
async function askFirst({ operation, args, call, options, deps }: Run): Promise<ToolResult | undefined> {
  const confirmed = { keyId: call.caller.keyId, operation: operation.name, arguments: args, provider: options.provider }
  const answer = call.answers.confirm
  if (call.canAsk && isRecord(answer) && call.requestState !== undefined) {
    if (answer.action !== 'accept' || !isRecord(answer.content) || answer.content.proceed !== true)
      return problem('The person declined. Nothing was done.')
    if (await deps.confirmations.redeem(call.requestState, confirmed)) return undefined
    return problem('The confirmation is for another call, expired, or used. Nothing was done; call again.')
  }
  const what = operation.effect === 'spend' ? 'This costs money or credits' : 'This deletes data'
  const sentence = `${what}: ${operation.listing.title}: ${operation.endpoint.summary} (${operation.name}).`
  if (call.canAsk) return question(sentence, args, deps.confirmations.issue(confirmed))
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
  await deps.waiting.keep({ ...confirmed, accountId: call.caller.accountId, client: call.client })
  return problem(
    `${sentence} Nothing was done yet. Ask the person; if they agree, repeat the same call within five minutes ` +
      `with confirmation: ${deps.confirmations.issue(confirmed)}`,
    `The person can also approve it at ${deps.baseUrl}/console/agents; then repeat the same call as it was.`,
  )
}

function question(sentence: string, args: JsonObject, requestState: string): ToolResult {
  const shown = JSON.stringify(args).slice(0, 500)
  const params = {
    mode: 'form',
    message: `${sentence} Arguments: ${shown}`,
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

async function start(run: Run): Promise<ToolResult> {
  const { operation, args, options, call, deps } = run
  let parts: ReturnType<typeof callPartsOf>
  try {
    parts = callPartsOf(operation, args)
  } catch (error) {
    if (error instanceof BadArguments) return problem(error.message)
    throw error
  }
  const { port, name } = operation
  const { request, key, caller, client } = call
  const extraHeaders = {
    ...(options.provider === undefined ? {} : { 'x-gateway-provider': options.provider }),
    ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
  }
  const { answer, detach } = callInProcess(
    { ...parts, extraHeaders },
    { request, port, key, client },
    { deps: deps.calls, disconnect: call.disconnect },
  )
  const inTime = await withinTime(answer, deps.lateMs)
  // the client's going away ends the call only while the client waits for it
  detach()
  const keep = () => deps.results.keep({ operation: name, keyId: caller.keyId, answer })
  if (inTime === 'late')
    return {
      content: [{ type: 'text', text: `${name} is still running. Its answer: read_result with handle ${keep()}.` }],
    }
  if (inTime === undefined) return problem(`${name} broke off before its answer was complete.`)
  const result = await answerResult(inTime, { operation: name, options, keep, baseUrl: deps.baseUrl })
  return isKeyMissing(inTime) ? withKeyAddress(result, operation, deps) : result
}

function isKeyMissing({ status, body }: CapturedAnswer): boolean {
  if (status !== 403 || body.length > refusalBytes) return false
  const refusal = Object(parseJson(body.toString('utf8')))
  return [refusal.error, refusal.gateway_error].some((error) => Object(error).code === 'provider_key.missing')
}
const refusalBytes = 4096

/** The refusal says how a program stores a key. An agent must not have it: a person types it into the console. */
function withKeyAddress(result: ToolResult, { listing }: Operation, { baseUrl }: RunDeps): ToolResult {
  const text = `Do not ask for the key here. A person stores it at ${baseUrl}/console/provider-keys?slug=${listing.api.slug}`
  return { ...result, content: [...result.content, { type: 'text', text }] }
}

// Runs an operation for an agent. Its effect is checked here, at the call, for every tool.
import { ownKeyForm } from '../call/identify.ts'
import { answerResult } from './answer-result.ts'
import { type AskDeps, askFirst } from './ask-first.ts'
import { digestOf } from './confirmations.ts'
import { callInProcess, type InProcessDeps } from './in-process-call.ts'
import { type Operation, openerOf } from './operations.ts'
import { adviceOn, mayHaveHappened, type Outcome } from './outcome.ts'
import { rehearseCall } from './rehearse-call.ts'
import type { Repeats } from './repeats.ts'
import { type CallParts, callPartsOf } from './request-parts.ts'
import type { Results } from './results.ts'
import { callFor, onlyRead, problem, type ToolCall, type ToolResult, text } from './tool.ts'
import type { JsonObject } from './values.ts'
import { withinTime } from './within-time.ts'

export interface RunDeps extends AskDeps {
  readonly calls: InProcessDeps
  readonly results: Results
  readonly repeats: Repeats
  /** The time after which a response becomes a handle: many clients give up after 60 s. */
  readonly lateMs: number
}

export interface RunOptions {
  readonly fields?: readonly string[] | undefined
  readonly provider?: 'live' | 'embedded' | undefined
  readonly maxChars: number
  readonly idempotencyKey?: string | undefined
  readonly confirmation?: string | undefined
}

interface Run {
  readonly operation: Operation
  readonly args: JsonObject
  readonly options: RunOptions
  readonly isRehearsal?: boolean
  readonly call: ToolCall
  readonly deps: RunDeps
}

/** Calls a read-only operation. Throws WrongArgument. */
export async function runRead(given: Run): Promise<ToolResult> {
  const { operation } = given
  const run = { ...given, call: callFor(given.call, operation.surface) }
  if (operation.effect !== 'read') {
    if (run.call.caller.agent !== 'write')
      return problem(`${operation.name} does not only read. ${onlyRead(run.call.caller.keyId)}`)
    return problem(`${operation.name} does not only read (${operation.effect}). Use call_write.`)
  }
  const refused = refusalOf(run)
  if (refused) return refused
  return (await start(run, callPartsOf(operation, run.args))).result
}

/**
 * Calls any operation, or rehearses it. An operation that destroys or spends is confirmed first. Throws WrongArgument.
 */
export async function runWrite(given: Run): Promise<ToolResult> {
  const { operation, args, options, deps } = given
  const call = callFor(given.call, operation.surface)
  const run = { ...given, call }
  const { accountId, keyId, agent } = call.caller
  if (agent !== 'write' && operation.effect !== 'read') return problem(onlyRead(keyId))
  const refused = refusalOf(run)
  if (refused) return refused
  const parts = callPartsOf(operation, args)
  if (run.isRehearsal) return rehearseCall({ operation, parts, options, call, deps })
  const { idempotencyKey } = options
  if (idempotencyKey === undefined) return (await confirmAndStart(run, parts)).result
  // before any question: a confirmed call is repeated with its confirmation, which is used up
  return deps.repeats.once(
    { accountId, keyId, idempotencyKey, digest: digestOf([operation.name, args, options.provider]) },
    () => confirmAndStart(run, parts),
  )
}

async function confirmAndStart(run: Run, parts: CallParts): Promise<Outcome> {
  const { effect } = run.operation
  const refused = effect === 'destroy' || effect === 'spend' ? await askFirst(run) : undefined
  return refused ? { result: refused, mayHaveHappened: false } : start(run, parts)
}

function refusalOf({ operation, args, call }: Run): ToolResult | undefined {
  if (operation.surface !== call.caller.surface)
    return problem(`${operation.name} opens with a ${openerOf(operation)}.`)
  if (ownKeyForm.test(JSON.stringify(args)))
    return problem('The arguments hold a key of the gateway. No operation takes one; leave it out.')
  return undefined
}

async function start(run: Run, parts: CallParts): Promise<Outcome> {
  const { operation, options, call, deps } = run
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
  // a disconnect ends the call only while the client waits for it
  detach()
  const { accountId, keyId } = caller
  const holder = { operation: name, accountId, keyId }
  if (inTime === 'late') {
    const result = text(`${name} is still running. ${answerAt(deps.results.keep({ ...holder, answer }))}`)
    return { result, mayHaveHappened: true }
  }
  const unsure = operation.effect === 'read' ? [] : ['The call may have happened. Look before you make it again.']
  if (inTime === undefined)
    return { result: problem(`${name} broke off before its answer was complete.`, ...unsure), mayHaveHappened: true }
  const keep = () => deps.results.keep({ ...holder, answer: inTime })
  const result = await answerResult(inTime, { operation: name, options, keep, baseUrl: deps.baseUrl })
  if (inTime.status < 400) return { result, mayHaveHappened: true }
  const isOpen = mayHaveHappened(inTime)
  const notes = [...adviceOn(inTime, operation, deps.baseUrl), ...(isOpen ? unsure : [])]
  return { result: { ...result, content: [...result.content, ...text(...notes).content] }, mayHaveHappened: isOpen }
}

function answerAt(handle: string | undefined): string {
  if (handle === undefined) return 'Its answer will be lost: too many answers are kept at the moment.'
  return `Its answer: read_result with handle ${handle}.`
}

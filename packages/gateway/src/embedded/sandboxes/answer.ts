// Answers a call from a sandbox of its account: with the sandbox's providers, its faults, and a note in its journal.
import { present } from '#define/present'
import type { SandboxFaultsRepository, SandboxRequestsRepository } from '#store'
import type { RoutedCall } from '../../call/call.ts'
import { CapturedResponse } from '../../call/http/captured-response.ts'
import type { Providers } from '../providers.ts'
import { type EmbeddedDeps, runEmbedded } from '../run.ts'
import { delay, type Fault, faultOf, needsAnswer, sendChanged, showFault } from './faults.ts'
import { entryOf } from './journal.ts'
import type { Lease, Sandboxes } from './sandboxes.ts'

export interface SandboxDeps {
  readonly sandboxes: Sandboxes
  readonly sandboxFaults: SandboxFaultsRepository
  readonly sandboxRequests: SandboxRequestsRepository
}

/** Answers a call whose `sandbox` is set. */
export async function answerInSandbox(call: RoutedCall, deps: EmbeddedDeps & SandboxDeps): Promise<void> {
  const lease = await begin(call, deps)
  const { row, sandbox } = lease
  const fault = await faultOf(call, row, { rules: deps.sandboxFaults, counts: sandbox.faultCounts })
  call.fault = fault?.rule
  const received = () => deps.sandboxRequests.add(row.id, entryOf(call, sandbox.now()))
  const own = { ...deps, providers: sandbox.providers, received }
  if (!fault) return runEmbedded(call, own)
  try {
    await answerWithFault(call, fault, own)
  } catch (error) {
    // the caller has left while the fault made it wait
    if (!call.response.closed) throw error
  }
}

/** Opens a WebSocket in a sandbox: `open` gets the sandbox's providers. */
export async function converseInSandbox(
  call: RoutedCall,
  deps: SandboxDeps,
  open: (providers: Providers) => void | Promise<void>,
): Promise<void> {
  const { row, sandbox } = await begin(call, deps)
  await deps.sandboxRequests.add(row.id, entryOf(call, sandbox.now()))
  await open(sandbox.providers)
}

/** Opens the sandbox until the call has ended. */
async function begin(call: RoutedCall, { sandboxes }: SandboxDeps): Promise<Lease> {
  const { accountId } = present(call.caller)
  const lease = await sandboxes.acquire(accountId, present(call.sandbox))
  if (call.response.closed) lease.release()
  else call.response.once('close', lease.release)
  await lease.sandbox.prepare(call.listing.providerSlug)
  return lease
}

/** Returns a controller that aborts when the call is over, be it by a deadline of the caller. */
function endOf({ response }: RoutedCall): AbortController {
  const ended = new AbortController()
  if (response.closed) ended.abort()
  else response.once('close', () => ended.abort())
  return ended
}

/** The limit of an answer that a fault changes; what is longer is cut there. */
const changedBytes = 4 * 1024 * 1024

async function answerWithFault(
  call: RoutedCall,
  fault: Fault,
  deps: EmbeddedDeps & { readonly received: () => Promise<void> },
): Promise<void> {
  const { signal } = endOf(call)
  await delay(fault, signal)
  if (!needsAnswer(fault)) {
    await deps.received()
    return showFault(call, fault, signal)
  }
  const { cut, body } = fault.action
  if (cut === undefined && body === undefined) return runEmbedded(call, deps)
  const response = new CapturedResponse(changedBytes)
  signal.addEventListener('abort', () => response.destroy(), { once: true })
  await runEmbedded({ ...call, response }, deps)
  const answer = await response.answer
  if (answer) sendChanged(call, fault, answer)
  else call.response.destroy()
}

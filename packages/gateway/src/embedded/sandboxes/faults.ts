// Finds the fault of a call in a sandbox, and shows it.
import { setTimeout } from 'node:timers/promises'
import { fail } from '#define'
import type { SandboxFaultsRepository, SandboxRow } from '#store'
import { headerOf, type RoutedCall } from '../../call/call.ts'
import type { CapturedAnswer } from '../../call/http/captured-response.ts'
import { writeAnswerHead } from '../../call/reply.ts'
import { writeReply } from '../write-reply.ts'
import { appliesTo, type FaultAction, type FaultRule, isAbout, readFaultHeader } from './fault-rules.ts'

/** A fault with the name of what asks for it: the number of a rule from 1, or `header`. */
export interface Fault {
  readonly rule: string
  readonly action: FaultAction
}

/** The header that asks for a fault, and that names it in the answer. */
const faultHeader = 'x-gateway-fault'

/** Counts how often the headers of calls have asked for the same fault. */
export type FaultCounts = Map<string, number>

/** The number of different headers that are counted; the oldest are forgotten. */
const mostCounted = 1000

/** Returns the fault of a call: that of its own header, or of the first rule that applies. */
export async function faultOf(
  call: RoutedCall,
  row: SandboxRow,
  { rules, counts }: { readonly rules: SandboxFaultsRepository; readonly counts: FaultCounts },
): Promise<Fault | undefined> {
  const header = headerOf(call, faultHeader)
  if (header !== undefined) {
    const read = readFaultHeader(header)
    if (typeof read === 'string') throw fail('sandbox.fault_invalid', { problem: read })
    const count = countOf(counts, `${call.listing.slug}/${call.route.id}/${header}`)
    return count > read.times ? undefined : { rule: 'header', action: read.action }
  }
  if (!row.hasFaults) return undefined
  const about = { api: call.listing.slug, endpoint: call.route.id }
  for (const { position, rule: json } of await rules.list(row.id)) {
    const rule: FaultRule = JSON.parse(json) // checked when it was stored
    if (!isAbout(rule, about)) continue
    const number = await rules.countMatch(row.id, position)
    if (number === undefined || !appliesTo(rule, number, `${row.seed}:${position}`)) continue
    await rules.countApplied(row.id, position)
    return { rule: String(position + 1), action: rule.do }
  }
  return undefined
}

function countOf(counts: FaultCounts, key: string): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.delete(key)
  counts.set(key, count)
  const [oldest] = counts.keys()
  if (counts.size > mostCounted && oldest !== undefined) counts.delete(oldest)
  return count
}

/** Reports whether the provider answers a call with this fault, be it that the answer is changed afterwards. */
export function needsAnswer({ action: { status, body, cut, silent } }: Fault): boolean {
  return status === undefined && body !== 'empty' && typeof body !== 'object' && cut !== 'head' && silent !== true
}

/** Waits as the fault asks; rejects if the caller leaves. */
export async function delay({ action: { delayMs = 0 } }: Fault, signal: AbortSignal): Promise<void> {
  if (delayMs > 0) await setTimeout(delayMs, undefined, { signal })
}

/** Shows a fault for which the provider is not asked. */
export async function showFault(call: RoutedCall, fault: Fault, signal: AbortSignal): Promise<void> {
  const { status, retryAfter, body, silent } = fault.action
  if (silent) await setTimeout(longestSilenceMs, undefined, { signal }).finally(() => call.response.destroy())
  else if (status === undefined && body === undefined) call.response.destroy()
  else if (body === undefined)
    throw fail(
      'sandbox.fault',
      { cause: causeOf(fault) },
      { status: status ?? 500, ...(retryAfter !== undefined && { retryAfterS: retryAfter }) },
    )
  else await writeReply(call, { status: status ?? 200, headers: headersOf(fault), body: bodyOf(body) })
}

const causeOf = ({ rule }: Fault) => (rule === 'header' ? `The header ${faultHeader}` : `Rule ${rule} of the sandbox`)

/** The longest delay too: a call that waits takes a place from other callers. */
const longestSilenceMs = 120_000
const brokenJson = '{"broken": ['

function headersOf({ action: { retryAfter, body } }: Fault): Record<string, string> {
  return {
    ...(typeof body !== 'object' && { 'content-type': 'application/json' }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  }
}

function bodyOf(body: NonNullable<FaultAction['body']>): unknown {
  if (body === 'malformed') return Buffer.from(brokenJson)
  return body === 'empty' ? undefined : body
}

/** Sends the part of the provider's answer that the fault leaves of it. */
export function sendChanged(call: RoutedCall, { action: { cut } }: Fault, answer: CapturedAnswer): void {
  const { response } = call
  const whole = answer.body
  const others = Object.entries(answer.headers).filter(([name]) => name !== 'content-length' && !ownNames.has(name))
  const kept =
    cut === undefined ? whole.subarray(0, Math.ceil(whole.length / 2)) : whole.subarray(0, keptLength(whole, cut))
  const isCut = cut !== undefined
  const length = isCut ? whole.length + 1 : kept.length
  const isStream = (answer.headers['content-type'] ?? '').startsWith('text/event-stream')
  const headers = others.flat()
  if (!isStream) headers.push('content-length', String(length))
  writeAnswerHead(call, answer.status, { own: [], others: headers })
  call.bytesOut += kept.length
  if (!isCut) response.end(kept)
  // what was written leaves before the connection does
  else response.write(kept, () => response.destroy())
}

/** Headers of a connection, which each connection has of its own. */
const ownNames = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date'])

function keptLength(body: Buffer, cut: string): number {
  if (!cut.startsWith('stream:')) return Number(cut)
  let at = 0
  for (let events = Number(cut.slice('stream:'.length)); events > 0; events--) {
    const end = body.indexOf('\n\n', at)
    if (end === -1) return body.length
    at = end + 2
  }
  return at
}

// The outcome of an agent's call: the result for the agent, and whether the call may have had an effect.
import type { Failure } from '#define'
import { parseJson } from '#provider/import'
import type { CapturedAnswer } from '../call/http/captured-response.ts'
import type { Operation } from './operations.ts'
import type { ToolResult } from './tool.ts'

export interface Outcome {
  readonly result: ToolResult
  /** False only if the call certainly had no effect, so that it can be repeated. */
  readonly mayHaveHappened: boolean
}

/** Codes of the gateway's refusals before anything is sent, with statuses that otherwise leave the outcome open. */
const unsent = new Set<unknown>([
  'gateway.starting',
  'gateway.draining',
  'gateway.busy',
  'gateway.bodies_full',
  'request.loop',
  'provider.embedded_missing',
  'provider.live_missing',
  'provider.busy',
  'provider.warming',
  'upstream.circuit_open',
  'upload.not_stored',
] satisfies Failure['code'][])

/**
 * Reports whether the call may have had an effect. A 4xx means that it was refused; a 5xx says nothing about earlier
 * effects.
 */
export function mayHaveHappened(answer: CapturedAnswer): boolean {
  if (answer.status < 400) return true
  return answer.status >= 500 && !codesOf(answer).some((code) => unsent.has(code))
}

/** Returns the codes in a refusal of the gateway, which is beside the provider's own error or replaces it. */
function codesOf({ body }: CapturedAnswer): unknown[] {
  if (body.length > refusalBytes) return []
  const refusal = Object(parseJson(body.toString('utf8')))
  return [refusal.error, refusal.gateway_error].map((error) => Object(error).code)
}
const refusalBytes = 4096

/**
 * Returns advice on a missing provider key. The refusal explains how a program stores one, but an agent must not have
 * the key: a person enters it in the console.
 */
export function adviceOn(answer: CapturedAnswer, { listing }: Operation, baseUrl: string): string[] {
  if (!codesOf(answer).includes('provider_key.missing')) return []
  const page = `${baseUrl}/console/provider-keys?slug=${listing.api.slug}`
  return [`Do not ask for the key here. A person stores it at ${page}`]
}

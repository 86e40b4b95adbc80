// The body of a caller for a provider of the same wire: its own text, in which only what must change is changed.
import { JsonScan, yieldToEventLoop } from '#provider'
import { isJson, type Json } from './json.ts'
import { type MemberSpan, membersOf } from './member-spans.ts'
import { isServedByMistral } from './openai/mistral.ts'
import type { Wire } from './wire.ts'

export interface VerbatimRequest {
  readonly wire: Wire
  /** The text of a JSON object. */
  readonly bytes: Buffer
  /** The parsed body. */
  readonly value: Json
}

/** Routing preferences, which are not the provider's. */
const ours = new Set(['models', 'provider'])

/** Returns the body for a provider that names the model `model`; a promise for a long one. */
export function writeVerbatim({ wire, bytes, value }: VerbatimRequest, model: string): Buffer | Promise<Buffer> {
  const changes = changesOf(wire, value, model)
  const isOurs = value.models !== undefined || value.provider !== undefined
  if (changes.length === 0 && !isOurs) return bytes
  const spans = membersOf(bytes)
  return spans instanceof Promise
    ? spans.then((known) => changed(bytes, known, { changes, isOurs }))
    : changed(bytes, spans, { changes, isOurs })
}

interface Change {
  readonly changes: Changes
  readonly isOurs: boolean
}

function changed(bytes: Buffer, spans: readonly MemberSpan[], { changes, isOurs }: Change): Buffer {
  const kept = spans.filter(({ name }) => !ours.has(name))
  const added = changes.filter(({ name }) => !kept.some((span) => span.name === name)).map(text)
  if (isOurs)
    return rebuilt(
      kept.map((span) => withChange(bytes, span, changes)),
      added,
    )
  const pieces: Buffer[] = []
  let copied = 0
  for (const { name, valueStart, end } of spans) {
    const change = changes.find((one) => one.name === name)
    if (change === undefined) continue
    pieces.push(bytes.subarray(copied, valueStart), Buffer.from(change.json))
    copied = end
  }
  const last = spans.at(-1)?.end ?? 0
  if (added.length > 0) {
    pieces.push(bytes.subarray(copied, last), ...added.map((one) => Buffer.from(`,${one}`)))
    copied = last
  }
  return Buffer.concat([...pieces, bytes.subarray(copied)])
}

const text = ({ name, json }: Changes[number]) => `"${name}":${json}`

const rebuilt = (kept: readonly Buffer[], added: readonly string[]): Buffer => {
  const members = [...kept, ...added.map((one) => Buffer.from(one))]
  return Buffer.concat([
    Buffer.from('{'),
    ...members.flatMap((member, index) => (index === 0 ? [member] : [Buffer.from(','), member])),
    Buffer.from('}'),
  ])
}

function withChange(bytes: Buffer, { name, start, valueStart, end }: MemberSpan, changes: Changes): Buffer {
  const change = changes.find((one) => one.name === name)
  if (change === undefined) return bytes.subarray(start, end)
  return Buffer.concat([bytes.subarray(start, valueStart), Buffer.from(change.json)])
}

/** Members to change, whose values are JSON and whose names need no escapes; at most two. */
type Changes = readonly { readonly name: string; readonly json: string }[]

const usageAlone: Changes[number] = { name: 'stream_options', json: '{"include_usage":true}' }

/** Returns the changes: the model, and the option by which a stream of chat or text completions reports its usage. */
function changesOf(wire: Wire, value: Json, model: string): Changes {
  const changes: Changes[number][] = []
  const named = wire === 'gemini' ? `models/${model}` : model
  if (value.model !== undefined ? value.model !== named : wire !== 'gemini')
    changes.push({ name: 'model', json: JSON.stringify(named) })
  if ((wire === 'openai' || wire === 'completions') && value.stream === true) {
    const options = isJson(value.stream_options) ? value.stream_options : undefined
    // a service that reports it unasked refuses the option
    if (isServedByMistral(model)) return changes
    if (!options) changes.push(usageAlone)
    else if (options.include_usage !== true)
      changes.push({ name: 'stream_options', json: JSON.stringify({ ...options, include_usage: true }) })
  }
  return changes
}

/** Scanned in one step: about a millisecond. */
const stepBytes = 1024 * 1024

/**
 * Returns true if an object of the text names a member twice. Parsers differ in the one they read, so a provider could
 * read another value than the rules were applied to.
 */
export async function hasRepeatedNames(bytes: Buffer, value: unknown): Promise<boolean> {
  const scan = new JsonScan()
  for (let at = 0; at < bytes.length; at += stepBytes) {
    if (at > 0) await yieldToEventLoop()
    scan.push(bytes.subarray(at, at + stepBytes))
  }
  return scan.counts.members !== membersIn(value)
}

function membersIn(value: unknown): number {
  let count = 0
  const open: unknown[] = [value]
  for (let one = open.pop(); one !== undefined; one = open.pop())
    if (Array.isArray(one)) {
      for (const item of one) if (typeof item === 'object' && item !== null) open.push(item)
    } else if (isJson(one))
      for (const name in one) {
        count++
        const member = one[name]
        if (typeof member === 'object' && member !== null) open.push(member)
      }
  return count
}

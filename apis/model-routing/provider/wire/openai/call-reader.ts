// Reads the tool calls of one choice from their fragments. Servers that copy this wire differ in how they split, number
// and name calls, so calls are separated by what differs and by where their arguments end, not by what the wire
// promises: two are never joined, and what cannot be separated is an error.

import { madeCallId } from '../call-id.ts'
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import { ModelError } from '../model-error.ts'
import { malformed, malformedAnswer } from '../sse.ts'
import type { StreamEvent } from '../stream-event.ts'
import { ObjectEnd } from './object-end.ts'

/** Indexes count tool calls; no model makes more than this. */
const mostCalls = 1_000

interface Fragment {
  /** The server's number for the call; its position where the server gave none. */
  readonly key: number
  readonly id: string
  readonly name: string
  readonly text: string
  /** A custom tool takes free text, which becomes the only member of an object. */
  readonly custom: boolean
  readonly signature: string | undefined
}
interface PartialCall {
  /** The id that the server gave. */
  id: string
  name: string
  /** Arguments so far. */
  text: string
  readonly end: ObjectEnd
  readonly custom: boolean
  signature: string | undefined
  /** The place among the calls of the choice, once its start has been sent. */
  index: number | undefined
  /** A name that came after the arguments were complete: a repetition, or the beginning of the next call. */
  nextName: string
}

export class CallReader {
  readonly #choice: number
  readonly #seed: string
  readonly #calls: PartialCall[] = []
  readonly #byKey = new Map<number, PartialCall>()
  readonly #byId = new Map<string, PartialCall>()
  /** Ids of the calls whose start has been sent. */
  readonly #ids = new Set<string>()
  /** Calls whose start has been sent. */
  count = 0

  /** `seed`: of `answerSeed`. */
  constructor(choice: number, seed: string) {
    this.#choice = choice
    this.#seed = seed
  }

  /** The events of a fragment, or of a whole call. The start of a call is sent once its arguments begin. */
  *read(call: Json, position: number): Generator<StreamEvent> {
    const fragment = fragmentOf(call, position)
    const { key, id, name, text } = fragment
    if (id === '' && name === '' && text === '') return
    const known = this.#continued(fragment)
    if (known === 'repeated') return
    let open = known
    if (open === undefined) {
      yield* this.#startNamed()
      open = this.#begun(fragment)
    } else addName(open, fragment)
    this.#byKey.set(key, open)
    if (open.id === '') open.id = id
    if (id !== '' && !this.#byId.has(id)) this.#byId.set(id, open)
    open.signature ??= fragment.signature
    if (text !== '') yield* this.#add(open, text)
  }
  /** The starts that have not been sent yet. `isCut`: arguments may be cut off. */
  *close(isCut: boolean): Generator<StreamEvent> {
    for (const call of this.#calls) {
      if (call.name === '' && call.text.trim() !== '') throw inseparable()
      if (call.end.isInside && !call.custom && !isCut) throw inseparable()
    }
    yield* this.#startNamed()
    for (const call of this.#calls) if (call.custom && call.index !== undefined) yield this.#piece(call.index, '"}')
  }

  /** Returns the call that the fragment belongs to; undefined if it begins one. */
  #continued(fragment: Fragment): PartialCall | 'repeated' | undefined {
    const { key, id, name, text } = fragment
    const last = this.#calls.at(-1)
    const byKey = this.#byKey.get(key)
    const known = (id === '' ? undefined : this.#byId.get(id)) ?? byKey
    if (known === undefined) return last !== undefined && isContinuedAnywhere(last, fragment) ? last : undefined
    const isOther = id !== '' && known.id !== '' && id !== known.id
    if (known.end.isComplete) {
      if (isOther) return undefined
      if (text.trimStart().startsWith('{'))
        return known === byKey && isRepetition(known, fragment) ? 'repeated' : undefined
      return name !== '' && known.name !== '' && name !== known.name ? undefined : known
    }
    if (!isOther) return known
    // Another id at this place: some servers number every call 0, others give every fragment an id.
    return name === '' || isContinuedAnywhere(known, fragment) ? known : undefined
  }
  #begun(fragment: Fragment): PartialCall {
    if (this.#calls.length >= mostCalls) throw malformed()
    const { key, id, custom, signature } = fragment
    const name = fragment.name === '' ? (this.#byKey.get(key)?.nextName ?? '') : fragment.name
    const call = { id, name, text: '', end: new ObjectEnd(), custom, signature, index: undefined, nextName: '' }
    this.#calls.push(call)
    return call
  }
  *#add(call: PartialCall, text: string): Generator<StreamEvent> {
    call.text += text
    if (!call.custom && call.end.take(text)) throw inseparable()
    if (call.index !== undefined) yield this.#input(call, text)
    else if (call.name !== '') yield* this.#start(call)
  }
  *#startNamed(): Generator<StreamEvent> {
    for (const call of this.#calls) if (call.index === undefined && call.name !== '') yield* this.#start(call)
  }
  *#start(call: PartialCall): Generator<StreamEvent> {
    const index = this.count++
    call.index = index
    const isFree = call.id !== '' && !this.#ids.has(call.id)
    const id = isFree ? call.id : madeCallId(this.#seed, this.#choice, index)
    this.#ids.add(id)
    const { name, signature } = call
    const start = { kind: 'toolCall', choice: this.#choice, index, id, name } as const
    yield signature === undefined ? start : { ...start, signature }
    if (call.custom) yield this.#piece(index, '{"input":"')
    if (call.text !== '') yield this.#input(call, call.text)
  }
  #input({ index = 0, custom }: PartialCall, text: string): StreamEvent {
    return this.#piece(index, custom ? escaped(text) : text)
  }
  #piece(index: number, text: string): StreamEvent {
    return { kind: 'toolInput', choice: this.#choice, index, text }
  }
}

/** True if the last call goes on in a fragment that has a new number or a new id. */
function isContinuedAnywhere({ end, name: known, text: before }: PartialCall, { name, text }: Fragment): boolean {
  const begins = text.trimStart().startsWith('{')
  if (end.isComplete) return known === '' && name !== '' && text.trim() === ''
  if (end.isInside) return name === '' ? true : !begins && text.trim() !== ''
  // Nothing but an id or a name has come of it.
  return before === '' && (known === '' || name === '')
}

/** True if the fragment repeats the whole call. */
function isRepetition(call: PartialCall, { id, name, text }: Fragment): boolean {
  return id !== '' && id === call.id && (name === '' || name === call.name) && text === call.text
}

/** Takes a name that comes late, in pieces, or again. */
function addName(call: PartialCall, { name, id }: Fragment): void {
  if (name === '' || name === call.name) {
    if (name !== '' && call.end.isComplete) call.nextName = name
    return
  }
  if (call.index !== undefined || (call.text !== '' && call.name !== '')) throw inseparable()
  // Without ids, this may as well be a call of another tool.
  if (call.name !== '' && call.id === '' && id === '') throw inseparable()
  call.name = name.startsWith(call.name) ? name : call.name + name
}

function fragmentOf(call: Json, position: number): Fragment {
  const custom = isJson(call.custom)
  const body = isJson(call.custom) ? call.custom : isJson(call.function) ? call.function : {}
  const piece = custom ? body.input : body.arguments
  const text = isJson(piece) ? JSON.stringify(piece) : piece
  return {
    key: typeof call.index === 'number' ? call.index : position,
    id: typeof call.id === 'string' ? call.id : '',
    name: typeof body.name === 'string' ? body.name : '',
    text: typeof text === 'string' ? text : '',
    custom,
    signature: signatureIn(call),
  }
}
function signatureIn(call: Json): string | undefined {
  const extra = isJson(call.extra_content) && isJson(call.extra_content.google) ? call.extra_content.google : {}
  return typeof extra.thought_signature === 'string' ? extra.thought_signature : undefined
}
/** Returns the text as it is between the quotes of a JSON string. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
function inseparable(): ModelError {
  const message =
    'The model’s provider sent tool calls in pieces that cannot be separated. Call again, or without a stream.'
  return new ModelError('unavailable', message, { retry: true, code: malformedAnswer })
}

// Reads the parts of a generateContent request (SOURCES 3.11) and assigns call ids, which other wires require and
// this one often omits.
import type { Part } from '../chat-request.ts'
import type { Field } from '../field.ts'
import type { Json } from '../json.ts'
import { isJson } from '../json.ts'
import { base64, mediaType } from '../source.ts'

/** Assigns an id to a call without one, and finds it again for the result, which only names the function. */
export class CallIds {
  #count = 0
  /** Unanswered calls by name, oldest first. */
  readonly #waiting = new Map<string, string[]>()

  called(name: string, id: string | undefined): string {
    const callId = id ?? `call_${this.#count}`
    this.#count++
    const waiting = this.#waiting.get(name)
    if (waiting === undefined) this.#waiting.set(name, [callId])
    else waiting.push(callId)
    return callId
  }
  /** Finds the call of a result; undefined without such a call. */
  answered(name: string, id: string | undefined): string | undefined {
    const waiting = this.#waiting.get(name) ?? []
    const index = id === undefined ? 0 : waiting.indexOf(id)
    return waiting.splice(Math.max(index, 0), index === -1 ? 0 : 1)[0] ?? id
  }
}

const known = new Set([
  'text',
  'thought',
  'thoughtSignature',
  'thought_signature',
  'inlineData',
  'inline_data',
  'fileData',
  'file_data',
  'functionCall',
  'function_call',
  'functionResponse',
  'function_response',
])

/** `isModel`: the part belongs to a message of the model. Throws ModelError 'invalid'. */
export function readPart(part: Field, isModel: boolean, ids: CallIds): Part {
  const read = readKnown(part, isModel, ids)
  if (read === undefined) return { kind: 'opaque', wire: 'gemini', block: part.json() }
  const extras = part.rest(known)
  return extras === undefined ? read : { ...read, extras: { ...read.extras, ...extras } }
}

function readKnown(part: Field, isModel: boolean, ids: CallIds): Part | undefined {
  const signature = part.either('thoughtSignature', 'thought_signature').maybeText()
  const call = part.either('functionCall', 'function_call')
  if (!call.absent) return readCall(call, signature, ids)
  const response = part.either('functionResponse', 'function_response')
  if (!response.absent) return readResponse(response, ids)
  const inline = part.either('inlineData', 'inline_data')
  if (!inline.absent) return readInline(inline)
  const file = part.either('fileData', 'file_data')
  if (!file.absent) return readFile(file)
  const text = part.member('text')
  if (text.absent && signature === undefined) {
    if (isJson(part.value) && Object.keys(part.value).length > 0) return undefined
    throw part.error('must hold text, inlineData, fileData, functionCall or functionResponse')
  }
  return readText(text.maybeText() ?? '', signature, isModel && part.member('thought').maybeBoolean() === true)
}
/** Reads a text. Any part can have a signature here; that of a text is passed on only to this wire. */
function readText(text: string, signature: string | undefined, isThought: boolean): Part {
  if (isThought) return signature === undefined ? { kind: 'thinking', text } : { kind: 'thinking', text, signature }
  return signature === undefined
    ? { kind: 'text', text }
    : { kind: 'text', text, extras: { thoughtSignature: signature } }
}

function readCall(field: Field, signature: string | undefined, ids: CallIds): Part {
  const name = field.member('name').name()
  const args = field.member('args')
  const id = field.member('id').maybeText()
  const input = args.absent ? '{}' : JSON.stringify(args.json())
  const call = { kind: 'toolCall', id: ids.called(name, id), name, input } as const
  const signed = signature === undefined ? call : { ...call, signature }
  return id === undefined ? signed : { ...signed, extras: { id } }
}

function readResponse(field: Field, ids: CallIds): Part {
  const name = field.member('name').name()
  const ownId = field.member('id').maybeText()
  const id = ids.answered(name, ownId)
  if (id === undefined) throw field.member('name').error('names no function that was called before')
  const response = field.member('response')
  const json = response.absent ? {} : response.json()
  const rest = field.rest(responseKnown)
  const extras = { response: json, ...(ownId === undefined ? {} : { id: ownId }), ...rest }
  const shown = field.member('parts').maybeItems(mostShown).map(readShown)
  const parts: Part[] = [{ kind: 'text', text: resultText(json) }, ...shown]
  return { kind: 'toolResult', id, name, parts, isError: false, extras }
}
const mostShown = 1_000
const responseKnown = new Set(['name', 'id', 'response', 'parts'])

/** Reads a picture or file of a result. */
function readShown(part: Field): Part {
  const inline = part.either('inlineData', 'inline_data')
  return inline.absent ? readFile(part.either('fileData', 'file_data')) : readInline(inline)
}
/** Results are objects here and strings elsewhere; an object that only wraps a string becomes that string. */
export function resultText(json: Json): string {
  const entries = Object.entries(json)
  const [name, value] = entries.at(0) ?? []
  const isWrapped = entries.length === 1 && (name === 'output' || name === 'result') && typeof value === 'string'
  return isWrapped ? String(value) : JSON.stringify(json)
}

function readInline(field: Field): Part {
  const type = mediaType(field.either('mimeType', 'mime_type'))
  const source = { at: 'data', mediaType: type, data: base64(field.member('data')) } as const
  if (type.startsWith('image/')) return { kind: 'image', source }
  return type.startsWith('audio/') ? { kind: 'audio', source } : { kind: 'document', source }
}

/** Videos that the vendor takes by their address alone. */
const youTube = /^https?:\/\/(?:(?:www|m)\.)?(?:youtube\.com|youtu\.be)\//i

/** Files are at an address of the vendor's own store or on the web. */
function readFile(field: Field): Part {
  const uri = field.either('fileUri', 'file_uri').name()
  const type = field.either('mimeType', 'mime_type').maybeText()
  const isWeb = /^https?:\/\//i.test(uri) && URL.canParse(uri)
  const mediaType = type?.toLowerCase() ?? (isWeb && youTube.test(uri) ? 'video/*' : undefined)
  const source = isWeb ? ({ at: 'url', url: uri, mediaType } as const) : ({ at: 'file', id: uri } as const)
  const extras = type === undefined ? undefined : { mimeType: type }
  const kind = type?.startsWith('image/') ? 'image' : type?.startsWith('audio/') ? 'audio' : 'document'
  return extras === undefined ? { kind, source } : { kind, source, extras }
}

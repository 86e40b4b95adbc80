// The places of an endpoint where a caller sends a file: parts of a form, fields of base64, the body as a whole, and
// members of messages to models.
import type { Schema } from '#define'
import { type EveryEndpoint, type ExampleCall, exampleCall, withoutCredentials } from './every-endpoint.ts'
import { fieldsOf } from './invalid-values.ts'

interface MediaPlace {
  readonly title: string
  /** Returns the call with this file; the ending of the name says what it is. */
  call(file: Buffer, fileName: string): ExampleCall
}

export function mediaPlaces(entry: EveryEndpoint): readonly MediaPlace[] {
  const { body } = entry.endpoint
  if (!body) return []
  const example = withoutCredentials(entry)
  const { kinds, fields = {} } = body
  const places: MediaPlace[] = []
  const place = (name: string, memberOf: (file: Buffer, fileName: string) => unknown) =>
    places.push({
      title: name,
      call: (file, fileName) => {
        const others = Object.entries(fieldsOf(example)).filter(([other]) => !pictureSources.includes(other))
        const named = 'file_name' in fields ? { file_name: fileName } : {}
        const accepted = 'purpose' in fields ? { purpose: 'user_data' } : {}
        // a background goes behind a picture
        const behind = name.startsWith('bg_') ? { image_file_b64: file.toString('base64') } : {}
        const value = memberOf(file, fileName)
        const body = { ...Object.fromEntries(others), ...named, ...accepted, ...behind, [name]: value }
        return exampleCall(entry, { ...example, body })
      },
    })
  const parts = Object.entries(fieldsOf(example)).flatMap(([name, value]) => (isPart(value) ? [name] : []))
  const declared = Object.entries(fields).flatMap(([name, { format }]) => (format === 'binary' ? [name] : []))
  for (const name of new Set([...parts, ...declared]))
    place(name, (file, fileName) => ({ fileName, contentType: typeOf(fileName), base64: file.toString('base64') }))
  for (const [name, shape] of Object.entries(fields))
    if (shape.format !== 'binary' && takesBase64(shape))
      place(name, (file) => (includesType(shape, 'array') ? [file.toString('base64')] : file.toString('base64')))
  for (const [name, memberOf] of Object.entries(messages[entry.id] ?? {}))
    place(name, (file, fileName) => memberOf(file.toString('base64'), typeOf(fileName)))
  if (kinds.includes('binary'))
    places.push({
      title: 'the body',
      call: (file, fileName) => {
        const { path, init } = exampleCall(entry, example)
        const headers = { ...init.headers, 'content-type': typeOf(fileName) }
        return { path, init: { ...init, headers, body: Buffer.from(file) } }
      },
    })
  return places
}

/** Fields of which a call has one. */
const pictureSources = ['image_file', 'image_file_b64', 'image_url']
const isPart = (value: unknown) => typeof value === 'object' && value !== null && 'base64' in value
const includesType = ({ type }: Schema, wanted: string) => [type].flat().includes(wanted)
const takesBase64 = (shape: Schema) =>
  /\b(?:as|in) base64\b/.test(String(shape.description)) && JSON.stringify(shape.items) !== '{"type":"object"}'

type Member = (base64: string, type: string) => unknown

const dataUrl: Member = (base64, type) => `data:${type};base64,${base64}`
const ofUser = (...content: readonly object[]) => [{ role: 'user', content }]
const source: Member = (data, media_type) => ({ type: 'base64', media_type, data })
const blocks: Member = (data, type) =>
  ofUser({ type: type.startsWith('image/') ? 'image' : 'document', source: source(data, type) })
const items: Member = (data, type) =>
  ofUser(
    type.startsWith('image/')
      ? { type: 'input_image', image_url: dataUrl(data, type) }
      : { type: 'input_file', filename: 'a.pdf', file_data: dataUrl(data, type) },
  )
const contents: Member = (data, mimeType) => [{ role: 'user', parts: [{ inlineData: { mimeType, data } }] }]

/** Members that carry files, by the id of the operation: the fields of its body that hold messages. */
const messages: Readonly<Record<string, Readonly<Record<string, Member>>>> = {
  chatCompletions: {
    messages: (data, type) =>
      ofUser(
        type.startsWith('image/')
          ? { type: 'image_url', image_url: { url: dataUrl(data, type) } }
          : type.startsWith('audio/')
            ? { type: 'input_audio', input_audio: { data, format: type.slice(6) } }
            : { type: 'file', file: { filename: 'a.pdf', file_data: dataUrl(data, type) } },
      ),
  },
  createMessage: { messages: blocks },
  countMessageTokens: { messages: blocks },
  createResponse: { input: items },
  countResponseTokens: { input: items },
  ollamaChat: { messages: (data) => [{ role: 'user', content: 'What is it?', images: [data] }] },
  callModel: { contents },
  callBetaModel: { contents },
  createModeration: { input: (data, type) => [{ type: 'image_url', image_url: { url: dataUrl(data, type) } }] },
}

const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  mp3: 'audio/mp3',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  webm: 'audio/webm',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
}
const typeOf = (fileName: string) => types[fileName.slice(fileName.lastIndexOf('.') + 1)] ?? 'application/octet-stream'

// Sources of images, audio and documents: data URLs, base64 and web addresses, checked but never fetched.

import { present } from '#define/present'
import { withoutTrailing } from '#define/texts'
import type { Source } from './chat-request.ts'
import type { Field } from './field.ts'

const alphabet = /^[A-Za-z0-9+/]*={0,2}$/
const dataUrl = /^data:([^;,]*)((?:;[^;,]*)*),/

/** Stands for a video on wires without videos, so that the model does not miss it silently. */
export const unseenVideo = '[video that this model cannot see]'
/** Stands for sound on wires and in forms that have none. */
export const unheardSound = '[sound that this model cannot hear]'

/** True for a video, inside the request or at an address. */
export function isVideo(source: Source): boolean {
  return source.at !== 'file' && source.mediaType?.startsWith('video/') === true
}

/** True for a file that is text. */
export const isTextType = (type: string): boolean =>
  /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|javascript)$)/.test(type)

/** Base64 in the standard alphabet with padding; the URL-safe alphabet is converted. Throws ModelError 'invalid'. */
export function base64(field: Field): string {
  const text = field.text()
  if (text === '') throw field.error('must not be empty')
  const standard = /[-_\s]/.test(text) ? text.replaceAll('-', '+').replaceAll('_', '/').replace(/\s+/g, '') : text
  const bare = withoutTrailing(standard, '=')
  if (!alphabet.test(standard) || bare.length % 4 === 1) throw field.error('is not valid base64', 'invalid_base64')
  return bare.padEnd(Math.ceil(bare.length / 4) * 4, '=')
}

/** `type/subtype` in lower case, without parameters. Throws ModelError 'invalid'. */
export function mediaType(field: Field): string {
  return knownMediaType(field.text(), field)
}
/** Names of types that browsers and older programs use, and that vendors refuse. */
const otherNames: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/jfif': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/x-webp': 'image/webp',
}
function knownMediaType(text: string, field: Field): string {
  const type = text.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!/^[\w.+-]{1,127}\/[\w.+-]{1,127}$/.test(type)) throw field.error('has no valid media type')
  return Object.hasOwn(otherNames, type) ? (otherNames[type] ?? type) : type
}

/** A web address or a data URL. Throws ModelError 'invalid'. */
export function sourceOfUrl(field: Field): Source {
  const url = field.text()
  if (/^data:/i.test(url)) return sourceOfDataUrl(field)
  const parsedUrl = URL.canParse(url) ? new URL(url) : undefined
  const isWeb = parsedUrl?.protocol === 'https:' || parsedUrl?.protocol === 'http:'
  if (!isWeb || url.length > 8192) throw field.error('must be an http or https address or a data URL with base64')
  return { at: 'url', url }
}

/** Throws ModelError 'invalid' unless it is a data URL in base64. */
export function sourceOfDataUrl(field: Field): Source {
  const url = field.text()
  const match = dataUrl.exec(url.slice(0, 1024).replace(/^data:/i, 'data:'))
  const parameters = match?.[2]?.toLowerCase() ?? ''
  if (match === null || !parameters.endsWith(';base64')) throw field.error('must be a data URL with base64')
  const data = base64(field.replaced(url.slice(match[0].length)))
  return { at: 'data', mediaType: knownMediaType(match[1] === '' ? 'text/plain' : present(match[1]), field), data }
}

export function urlOf(source: Extract<Source, { at: 'url' | 'data' }>): string {
  return source.at === 'url' ? source.url : `data:${source.mediaType};base64,${source.data}`
}

const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  csv: 'text/csv',
  json: 'application/json',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
}
/** Returns the media type by the extension of a file name or address, or undefined. */
export function typeByName(name: string): string | undefined {
  const ending = /\.([a-z0-9]{1,5})(?=[?#]|$)/i.exec(name.slice(-512))?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(types, ending) ? types[ending] : undefined
}

/** Media types by the audio formats of chat completions: `wav`, `mp3`. */
export function soundType(format: string): string {
  return format === 'mp3' ? 'audio/mpeg' : `audio/${format}`
}
export function soundFormat(type: string): string {
  if (type === 'audio/mpeg' || type === 'audio/mp3') return 'mp3'
  return type.replace(/^audio\/(?:x-|vnd\.)?/, '').replace(/^wave$/, 'wav')
}

// Catches an injected provider key that an answer echoes (DESIGN 6.4): as it is, percent-encoded, JSON-escaped, or in base64 at
// any of its three alignments. What is found is overwritten by stars of the same length, so lengths and streaming stay as they are.
import type { Secret } from '../secret.ts'
import { reveal } from '../secret.ts'

/** The forms of one key that must not come back. */
export interface Needles {
  readonly texts: readonly string[]
  readonly bytes: readonly Buffer[]
  readonly longest: number
}

/** Shorter keys would match by chance all over an answer. */
const shortestKey = 6

export function needlesOf(secret: Secret): Needles | undefined {
  const key = reveal(secret)
  if (key.length < shortestKey) return undefined
  const forms = [key, ...percentForms(key), ...jsonForms(key)]
  for (const base64 of base64Forms(key)) forms.push(base64, base64.replaceAll('+', '-').replaceAll('/', '_'))
  const texts = [...new Set(forms.flatMap(onTheWire))].filter((form) => form.length >= shortestKey)
  const bytes = texts.map((text) => Buffer.from(text, 'latin1'))
  return { texts, bytes, longest: Math.max(...bytes.map((one) => one.length)) }
}

/** A text as its bytes read one by one: in UTF-8, and in Latin-1 where that can hold it (header values are read so). */
function onTheWire(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [text]
  const utf8 = Buffer.from(text).toString('latin1')
  return /^[^\u0100-\uffff]*$/.test(text) ? [text, utf8] : [utf8]
}

/** Percent-encoded as a form, a component, an address or everything that RFC 3986 does not leave unreserved; in either case. */
function percentForms(key: string): string[] {
  const component = encodeURIComponent(key)
  const strict = component.replace(/[!'()*]/g, (sign) => `%${hexOf(sign).toUpperCase()}`)
  const form = new URLSearchParams({ '': key }).toString().slice(1)
  return [component, strict, encodeURI(key), form].flatMap((text) => [
    text,
    text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  ])
}

/** What writers of JSON escape beside quotes and backslashes: nothing, or the signs that mean something in a page (Go, Gson, .NET). */
const escapedSigns = [/(?!)/g, /[<>&]/g, /[<>&='+]/g, /[<>&=']/g, /[<>&'+]/g] as const

function jsonForms(key: string): string[] {
  const least = JSON.stringify(key).slice(1, -1)
  return escapedSigns.flatMap((signs) => {
    const lower = least.replace(signs, (sign) => `\\u00${hexOf(sign)}`)
    const upper = least.replace(signs, (sign) => `\\u00${hexOf(sign).toUpperCase()}`)
    return [lower, upper].flatMap((text) => [text, text.replaceAll('/', '\\/')])
  })
}

const hexOf = (sign: string) => sign.charCodeAt(0).toString(16).padStart(2, '0')

/** The part of the key's base64 that does not depend on its neighbours, for each alignment of its first byte. */
function base64Forms(key: string): string[] {
  return [0, 1, 2].map((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(key)])
    const whole = bytes.toString('base64').replace(/=+$/, '')
    const skipped = Math.ceil((shift * 8) / 6)
    const end = bytes.length % 3 === 0 ? whole.length : whole.length - 1
    return whole.slice(skipped, end)
  })
}

/** The text with every form of the key overwritten. */
export function maskText(text: string, needles: Needles): string {
  let masked = text
  for (const needle of needles.texts)
    if (masked.includes(needle)) masked = masked.replaceAll(needle, '*'.repeat(needle.length))
  return masked
}

/** Masks a stream of chunks; a chunk is held back only where its end could be the beginning of a key. */
export interface Masker {
  push(chunk: Buffer): Buffer
  end(): Buffer
}
const nothing = Buffer.alloc(0)

export function createMasker(needles: Needles): Masker {
  let held: Buffer = nothing
  return {
    push(chunk) {
      const joined = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
      const masked = maskBytes(joined, needles)
      const keep = undecidedTail(masked, needles)
      held = keep > 0 ? Buffer.from(masked.subarray(masked.length - keep)) : nothing
      return keep > 0 ? masked.subarray(0, masked.length - keep) : masked
    },
    end: () => held,
  }
}

/** Overwrites in place only what is found, in a copy, as the chunk may belong to a shared buffer. */
function maskBytes(bytes: Buffer, needles: Needles): Buffer {
  let out = bytes
  for (const needle of needles.bytes) {
    let at = out.indexOf(needle)
    if (at < 0) continue
    if (out === bytes) out = Buffer.from(bytes)
    for (; at >= 0; at = out.indexOf(needle, at + needle.length)) out.fill('*', at, at + needle.length)
  }
  return out
}

/** How many bytes at the end are a proper beginning of some form of the key. */
function undecidedTail(bytes: Buffer, needles: Needles): number {
  let most = 0
  for (const needle of needles.bytes) {
    const first = needle[0] ?? 0
    const from = Math.max(0, bytes.length - needle.length + 1)
    for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
      const length = bytes.length - at
      if (length > most && needle.compare(bytes, at, bytes.length, 0, length) === 0) most = length
    }
  }
  return most
}

/** Needles of keys made once: a key is asked for at every call. */
export function createNeedles(): (secret: Secret) => Needles | undefined {
  const made = new WeakMap<Secret, { needles: Needles | undefined }>()
  return (secret) => {
    const found = made.get(secret)
    if (found) return found.needles
    const needles = needlesOf(secret)
    made.set(secret, { needles })
    return needles
  }
}

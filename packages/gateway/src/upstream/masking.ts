// Catches an injected provider key that an answer echoes (DESIGN 6.4): as it is, percent-encoded, JSON-escaped, or in base64 at
// any of its three alignments. What is found is overwritten by stars of the same length, so lengths and streaming stay as they are.
import type { Secret } from '../secret.ts'
import { reveal } from '../secret.ts'

/** The forms of one key that must not come back. */
export interface Needles {
  readonly texts: readonly string[]
  readonly shortest: number
}

/** Shorter keys would match by chance all over an answer. */
const shortestKey = 6

export function needlesOf(secret: Secret): Needles | undefined {
  const key = reveal(secret)
  if (key.length < shortestKey) return undefined
  const forms = [key, ...percentForms(key), ...jsonForms(key)]
  for (const base64 of base64Forms(key)) forms.push(base64, base64.replaceAll('+', '-').replaceAll('/', '_'))
  const texts = [...new Set(forms.flatMap(onTheWire))].filter((form) => form.length >= shortestKey)
  return { texts, shortest: Math.min(...texts.map((text) => text.length)) }
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
  if (text.length < needles.shortest) return text
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

/** Looks through texts of Latin-1, in which every byte is a sign: searching a text costs a tenth of searching a short buffer. */
export function createMasker(needles: Needles): Masker {
  let held = ''
  return {
    push(chunk) {
      const text = held + chunk.toString('latin1')
      const masked = maskText(text, needles)
      const keep = undecidedTail(masked, needles)
      if (keep === 0 && held === '' && masked === text) return chunk
      held = keep === 0 ? '' : masked.slice(-keep)
      return Buffer.from(masked.slice(0, masked.length - keep), 'latin1')
    },
    end: () => Buffer.from(held, 'latin1'),
  }
}

/** How many signs at the end are a proper beginning of some form of the key. */
function undecidedTail(text: string, needles: Needles): number {
  let most = 0
  for (const needle of needles.texts) {
    const first = needle.charAt(0)
    const from = Math.max(0, text.length - needle.length + 1)
    for (let at = text.indexOf(first, from); at >= 0; at = text.indexOf(first, at + 1)) {
      const length = text.length - at
      if (length <= most) break
      if (needle.startsWith(text.slice(at))) most = length
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

// Catches an injected provider key that an answer echoes (DESIGN 6.4): as it is, percent-encoded, JSON-escaped, or in base64 at
// any of its three alignments. What is found is overwritten by stars of the same length, so lengths and streaming stay as they are.
import type { Secret } from '../secret.ts'
import { reveal } from '../secret.ts'
import { createNeedleSearch, type NeedleSearch } from './multi-pattern-search.ts'

/** The forms of one key that must not come back. */
export interface Needles {
  readonly texts: readonly string[]
  readonly search: NeedleSearch
}

/** Shorter keys would match by chance all over an answer. */
const shortestKey = 6

export function needlesOf(secret: Secret): Needles | undefined {
  const key = reveal(secret)
  if (key.length < shortestKey) return undefined
  const forms = [key, ...percentForms(key), ...jsonForms(key)]
  for (const base64 of base64Forms(key)) forms.push(base64, base64.replaceAll('+', '-').replaceAll('/', '_'))
  const texts = [...new Set(forms.flatMap(onTheWire))].filter((form) => form.length >= shortestKey)
  return { texts, search: createNeedleSearch(texts) }
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

/** The part of the key's base64 that does not depend on its peers, for each alignment of its first byte. */
function base64Forms(key: string): string[] {
  return [0, 1, 2].map((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(key)])
    const whole = bytes.toString('base64').replace(/=+$/, '')
    const skipped = Math.ceil((shift * 8) / 6)
    const end = bytes.length % 3 === 0 ? whole.length : whole.length - 1
    return whole.slice(skipped, end)
  })
}

const star = '*'
const starByte = 0x2a

/** The text with every form of the key overwritten: from the left, and at one place the longest. */
export function maskText(text: string, { search }: Needles): string {
  let at = search.findInText(text, 0)
  if (at < 0) return text
  let masked = ''
  let from = 0
  while (at >= 0) {
    const length = search.lengthInTextAt(text, at)
    masked += text.slice(from, at) + star.repeat(length)
    from = at + length
    at = search.findInText(text, from)
  }
  return masked + text.slice(from)
}

/** The same for bytes that are whole; the very same buffer where there is nothing to overwrite. */
export function maskBytes(bytes: Buffer, { search }: Needles): Buffer {
  const first = search.find(bytes, 0)
  if (first < 0) return bytes
  const masked = Buffer.from(bytes)
  for (let at = first; at >= 0; ) {
    const end = at + search.lengthAt(bytes, at)
    masked.fill(starByte, at, end)
    at = search.find(bytes, end)
  }
  return masked
}

/** Masks a stream of chunks; a chunk is held back only where its end could be the beginning of a key. */
export interface Masker {
  push(chunk: Buffer): Buffer
  end(): Buffer
}

const nothing = Buffer.alloc(0)

/** Overwrites what `maskBytes` would of the whole stream, wherever it is cut. */
export function createMasker(needles: Needles): Masker {
  const { search } = needles
  let held = nothing
  return {
    push(chunk) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      let masked = bytes
      let from = 0
      for (;;) {
        const at = search.find(bytes, from)
        const open = search.undecided(bytes, from)
        if (at < 0 || open <= at) {
          if (open === bytes.length) held = nothing
          // a copy, as a few bytes must not keep a whole chunk
          else held = Buffer.from(bytes.subarray(open))
          return open === bytes.length ? masked : masked.subarray(0, open)
        }
        if (masked === bytes) masked = Buffer.from(bytes)
        from = at + search.lengthAt(bytes, at)
        masked.fill(starByte, at, from)
      }
    },
    end: () => maskBytes(held, needles),
  }
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

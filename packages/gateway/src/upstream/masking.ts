// Masks an injected provider key that an answer echoes (docs/architecture.md, outbound rule 4): raw, percent-encoded,
// JSON-escaped, or in base64 at any of its three alignments. Each match is overwritten with stars of the same length,
// so that lengths stay and bodies stream.
import type { Secret } from '../secret.ts'
import { reveal } from '../secret.ts'
import { createMultiPatternSearch, type MultiPatternSearch } from './multi-pattern-search.ts'

/** The forms of one key that must not come back. */
export interface KeyForms {
  /** As Latin-1 strings, one character per byte. */
  readonly patterns: readonly string[]
  readonly search: MultiPatternSearch
}

/** Shorter keys would match by chance all over an answer. */
const minKeyLength = 6

/** All forms of a key; undefined for one that is too short to be masked. */
export function keyFormsOf(secret: Secret): KeyForms | undefined {
  const key = reveal(secret)
  if (key.length < minKeyLength) return undefined
  const forms = [key, ...percentForms(key), ...jsonForms(key)]
  for (const base64 of base64Forms(key)) forms.push(base64, base64.replaceAll('+', '-').replaceAll('/', '_'))
  const patterns = [...new Set(forms.flatMap(byteForms))].filter((form) => form.length >= minKeyLength)
  return { patterns, search: createMultiPatternSearch(patterns) }
}

/**
 * A string as its bytes, one character each: in UTF-8, and in Latin-1 where that can encode it, as Node reads header
 * values.
 */
function byteForms(form: string): string[] {
  if (/^[\x20-\x7e]*$/.test(form)) return [form]
  const utf8 = Buffer.from(form).toString('latin1')
  return /^[^\u0100-\uffff]*$/.test(form) ? [form, utf8] : [utf8]
}

/**
 * Percent-encoded as a form, a component, a URL, or everything that RFC 3986 does not leave unreserved; in either case.
 */
function percentForms(key: string): string[] {
  const component = encodeURIComponent(key)
  const strict = component.replace(/[!'()*]/g, (character) => `%${hexOf(character).toUpperCase()}`)
  const form = new URLSearchParams({ '': key }).toString().slice(1)
  return [component, strict, encodeURI(key), form].flatMap((encoded) => [
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase()),
  ])
}

/**
 * What JSON writers escape beside quotes and backslashes: nothing, or the characters that are special in HTML (Go,
 * Gson, .NET).
 */
const escapedCharacters = [/(?!)/g, /[<>&]/g, /[<>&='+]/g, /[<>&=']/g, /[<>&'+]/g] as const

function jsonForms(key: string): string[] {
  const minimal = JSON.stringify(key).slice(1, -1)
  return escapedCharacters.flatMap((characters) => {
    const lower = minimal.replace(characters, (character) => `\\u00${hexOf(character)}`)
    const upper = minimal.replace(characters, (character) => `\\u00${hexOf(character).toUpperCase()}`)
    return [lower, upper].flatMap((form) => [form, form.replaceAll('/', '\\/')])
  })
}

const hexOf = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0')

/** The part of the key's base64 that does not depend on the bytes around it, for each alignment of its first byte. */
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

/** Overwrites every form of the key: from the left, and the longest of several that begin at the same position. */
export function maskString(text: string, { search }: KeyForms): string {
  let at = search.findInString(text, 0)
  if (at < 0) return text
  let masked = ''
  let from = 0
  while (at >= 0) {
    const length = search.lengthInStringAt(text, at)
    masked += text.slice(from, at) + star.repeat(length)
    from = at + length
    at = search.findInString(text, from)
  }
  return masked + text.slice(from)
}

/** The same for a whole body; returns the very same buffer when there is nothing to overwrite. */
export function maskBytes(bytes: Buffer, { search }: KeyForms): Buffer {
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

/** Masks a body in chunks. Only the end of a chunk that could be the beginning of a key is held back. */
export interface Masker {
  push(chunk: Buffer): Buffer
  end(): Buffer
}

const noBytes = Buffer.alloc(0)

/** Overwrites exactly what `maskBytes` would in the whole body, however that is cut into chunks. */
export function createMasker(forms: KeyForms): Masker {
  const { search } = forms
  let held = noBytes
  return {
    push(chunk) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      let masked = bytes
      let from = 0
      for (;;) {
        const at = search.find(bytes, from)
        const partial = search.partialMatchAt(bytes, from)
        if (at < 0 || partial <= at) {
          // a copy, because a few bytes must not keep a whole chunk in memory
          held = partial === bytes.length ? noBytes : Buffer.from(bytes.subarray(partial))
          return partial === bytes.length ? masked : masked.subarray(0, partial)
        }
        if (masked === bytes) masked = Buffer.from(bytes)
        from = at + search.lengthAt(bytes, at)
        masked.fill(starByte, at, from)
      }
    },
    end: () => maskBytes(held, forms),
  }
}

/** Makes the forms of each key once: they are needed in every call. */
export function createKeyForms(): (secret: Secret) => KeyForms | undefined {
  const known = new WeakMap<Secret, { readonly forms: KeyForms | undefined }>()
  return (secret) => {
    const entry = known.get(secret)
    if (entry) return entry.forms
    const forms = keyFormsOf(secret)
    known.set(secret, { forms })
    return forms
  }
}

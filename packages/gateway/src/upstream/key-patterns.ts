// The forms in which honest software writes a key into a response (docs/architecture.md, outbound rule 4): unchanged,
// in another letter case, percent-encoded, JSON-escaped, as HTML entities, in hex, and in base64.
import { withoutTrailing } from '#define/texts'

/** A form of a key that must not come back. */
export interface KeyPattern {
  /** A Latin-1 string, one character per byte; in lower case if any case matches. */
  readonly text: string
  /** True if ASCII letters match in either case: those of the key itself, or those of its escapes. */
  readonly anyCase: boolean
}

/** The shortest form that is searched for; shorter ones would match by chance throughout a response. */
export const minPatternLength = 6
/** The limit of all forms together. Long keys with many special characters go without the last ones. */
const maxPatternBytes = 256 * 1024

/** Returns all forms of a key's texts, the likeliest first. */
export function keyPatternsOf(texts: readonly string[]): KeyPattern[] {
  const patterns = new Map<string, KeyPattern>()
  let bytes = 0
  let isFull = false
  const add = (form: string, anyCase: boolean) => {
    for (const encoded of byteForms(form)) {
      const text = anyCase ? lowerCase(encoded) : encoded
      const id = `${anyCase} ${text}`
      if (text.length < minPatternLength || patterns.has(id)) continue
      if (bytes + text.length > maxPatternBytes) {
        isFull = true
        continue
      }
      patterns.set(id, { text, anyCase })
      bytes += text.length
    }
  }
  for (const text of texts) add(text, true)
  for (const form of texts.flatMap(base64Forms)) add(form, false)
  for (const text of texts) add(Buffer.from(text).toString('hex'), true)
  for (const text of texts.toSorted((one, other) => one.length - other.length)) {
    // beyond the limit, the forms of another long text would cost time for nothing
    if (isFull) break
    for (const form of [...percentForms(text), ...jsonForms(text), ...entityForms(text)]) add(form, true)
  }
  return [...patterns.values()]
}

/** Lowers ASCII letters only: other characters are bytes of UTF-8 here. */
function lowerCase(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase()
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/**
 * Returns a string as its bytes, one character each: in UTF-8, and in Latin-1 if possible, as Node reads header values.
 */
function byteForms(form: string): string[] {
  if (/^[\x20-\x7e]*$/.test(form)) return [form]
  const utf8 = Buffer.from(form).toString('latin1')
  return /^[^\u0100-\uffff]*$/.test(form) ? [form, utf8] : [utf8]
}

/**
 * Returns the part of the key's base64 that does not depend on the bytes around it, for each alignment of its first
 * byte.
 */
function base64Forms(key: string): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(key)])
    const encoded = withoutTrailing(bytes.toString('base64'), '=')
    const skipped = Math.ceil((shift * 8) / 6)
    const end = bytes.length % 3 === 0 ? encoded.length : encoded.length - 1
    const base64 = encoded.slice(skipped, end)
    return [base64, base64.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/**
 * Characters that percent-encoders leave unescaped: nothing, letters and digits, RFC 3986, components, forms, whole
 * addresses.
 */
const unescaped = [/(?!)/, /[A-Za-z0-9]/, /[\w.~-]/, /[\w.~!*'()-]/, /[\w.*-]/, /[\w.~!*'();/?:@&=+$,#-]/] as const

function percentForms(key: string): string[] {
  return unescaped.flatMap((allowed) => {
    const form = escaped(key, (character) =>
      allowed.test(character) ? character : Buffer.from(character).toString('hex').replace(/../g, '%$&'),
    )
    return key.includes(' ') ? [form, form.replaceAll('%20', '+')] : [form]
  })
}

/**
 * Characters that JSON writers escape numerically beyond the mandatory ones: all, none, or those that are special in
 * HTML (Go, Gson, .NET).
 */
const numbered = [/[\s\S]/, /(?!)/, /[<>&]/, /[<>&='+]/, /[<>&=']/, /[<>&'+]/, /["<>&'+`]/, /["<>&']/] as const
const beyondAscii = /[^\x20-\x7e]/u

function jsonForms(key: string): string[] {
  return numbered.flatMap((set) =>
    [false, true].flatMap((withUnicode) => {
      const form = escaped(key, (character) => {
        if (set.test(character) || (withUnicode && beyondAscii.test(character)))
          return unitsOf(character).map((unit) => `\\u${hexOf(unit, 4)}`)
        return character === '"' || character === '\\' ? `\\${character}` : character
      })
      return [form, form.replaceAll('/', '\\/')]
    }),
  )
}

/** Characters that HTML writers escape: all, all but letters and digits, or those that are special in HTML. */
const entitySets = [/[\s\S]/u, /[^A-Za-z0-9]/u, /[&<>]/, /[&<>"]/, /[&<>"']/, /[&<>"'/`=]/, /[&<>"'+]/] as const
const entityNames: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
}
const moreEntityNames: Readonly<Record<string, string>> = {
  ...entityNames,
  '!': 'excl',
  '#': 'num',
  $: 'dollar',
  '%': 'percnt',
  '(': 'lpar',
  ')': 'rpar',
  '*': 'ast',
  '+': 'plus',
  ',': 'comma',
  '.': 'period',
  '/': 'sol',
  ':': 'colon',
  ';': 'semi',
  '=': 'equals',
  '?': 'quest',
  '@': 'commat',
  '[': 'lsqb',
  '\\': 'bsol',
  ']': 'rsqb',
  '^': 'hat',
  _: 'lowbar',
  '`': 'grave',
  '{': 'lcub',
  '|': 'verbar',
  '}': 'rcub',
}
const decimal = (character: string) => `#${character.codePointAt(0)}`
const hex = (character: string) => `#x${hexOf(character.codePointAt(0) ?? 0, 2)}`
const noApostrophe = (character: string) => (character === "'" ? undefined : entityNames[character])
const entityStyles: readonly ((character: string) => string)[] = [
  decimal,
  hex,
  (character) => noApostrophe(character) ?? decimal(character),
  (character) => noApostrophe(character) ?? hex(character),
  (character) => (character === "'" ? '#039' : (entityNames[character] ?? decimal(character))),
  (character) => moreEntityNames[character] ?? decimal(character),
]

function entityForms(key: string): string[] {
  return entitySets
    .filter((set) => set.test(key))
    .flatMap((set) =>
      entityStyles.map((style) =>
        escaped(key, (character) => (set.test(character) ? `&${style(character)};` : character)),
      ),
    )
}

/** Returns the key with each of its characters (code points) written by `write`. */
function escaped(key: string, write: (character: string) => string | readonly string[]): string {
  const written = new Map<string, string>()
  let isSame = true
  for (const character of new Set(key)) {
    const result = write(character)
    const output = typeof result === 'string' ? result : result.join('')
    if (output !== character) isSame = false
    written.set(character, output)
  }
  // the most frequent case by far
  if (isSame) return key
  let form = ''
  for (const character of key) form += written.get(character)
  return form
}

function unitsOf(character: string): number[] {
  return Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
}

function hexOf(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}

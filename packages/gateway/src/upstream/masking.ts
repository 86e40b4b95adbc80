// Masks an injected provider key that a response echoes (docs/architecture.md, outbound rule 4), in all the forms of
// key-patterns.ts. Each occurrence is overwritten with stars of the same length, so that lengths stay and bodies
// stream.
import type { Auth } from '#define/reflect'
import type { Secret } from '../process/secret.ts'
import { type KeyPattern, keyPatternsOf } from './key-patterns.ts'
import { comparedBytes, createMultiPatternSearch, type MultiPatternSearch } from './multi-pattern-search.ts'
import { type Occurrences, PatternTables, PatternTracker } from './pattern-automaton.ts'
import { secretTextsOf } from './secret-texts.ts'

/** The forms of one key that must not come back. */
export class KeyForms {
  readonly patterns: readonly KeyPattern[]
  readonly search: MultiPatternSearch
  #tables: PatternTables | undefined

  constructor(patterns: readonly KeyPattern[]) {
    this.patterns = patterns
    this.search = createMultiPatternSearch(patterns)
  }

  /** Creates a tracker for one body. The tables are built when the first response seems to echo the key. */
  track(): PatternTracker {
    this.#tables ??= new PatternTables(this.patterns)
    return new PatternTracker(this.#tables)
  }
}

/** Returns all forms of a key; undefined for a key that is too short to be masked. `auth` is that of its API. */
export function keyFormsOf(secret: Secret, auth?: Auth): KeyForms | undefined {
  const texts = secretTextsOf(secret, auth)
  return texts.length === 0 ? undefined : new KeyForms(keyPatternsOf(texts))
}

const starByte = 0x2a
const noBytes = Buffer.alloc(0)

/** Overwrites every byte of every form of the key in a header value. */
export function maskString(text: string, forms: KeyForms): string {
  if (forms.search.findInString(text, 0) < 0) return text
  const bytes = Buffer.from(text, 'latin1')
  const masked = maskBytes(bytes, forms)
  return masked === bytes ? text : masked.toString('latin1')
}

/** Overwrites the forms in a whole body; returns the same buffer if there is nothing to overwrite. */
export function maskBytes(bytes: Buffer, forms: KeyForms): Buffer {
  if (forms.search.find(bytes, 0) < 0) return bytes
  const masker = new Masker(forms)
  const masked = masker.push(bytes)
  const rest = masker.end()
  if (!masker.hasMasked) return bytes
  return rest.length === 0 ? masked : Buffer.concat([masked, rest])
}

/**
 * Masks a body in chunks, in time linear in its length. Holds back only the end of a chunk that could be the beginning
 * of a key.
 */
export class Masker implements Occurrences {
  /** True once anything has been overwritten. */
  hasMasked = false
  readonly #forms: KeyForms
  #tracker: PatternTracker | undefined
  #held: HeldBytes | undefined
  /** The number of held bytes to search again with the next chunk. */
  #unread = 0
  /** The number of bytes of the body that have been passed on. */
  #passed = 0
  /** The bytes being masked, and whether they belong to the caller: its bytes are never modified. */
  #bytes: Buffer = noBytes
  #isCallers = false

  constructor(forms: KeyForms) {
    this.#forms = forms
  }

  get comparisons(): number {
    return this.#tracker?.comparisons ?? 0
  }

  push(chunk: Buffer): Buffer {
    const held = this.#held?.length ?? 0
    this.#isCallers = held === 0
    this.#bytes = this.#held && held > 0 ? this.#held.append(chunk) : chunk
    const pending = this.#scan(held - this.#unread)
    const bytes = this.#bytes
    this.#bytes = noBytes
    const passed = bytes.length - pending
    this.#passed += passed
    if (this.#held && held > 0) return this.#held.take(passed)
    if (pending === 0) return bytes
    // a copy, because a few bytes must not keep a whole chunk in memory
    this.#held ??= new HeldBytes()
    this.#held.append(bytes.subarray(passed))
    return bytes.subarray(0, passed)
  }

  /** Returns the bytes that were held back and turned out not to be a key. */
  end(): Buffer {
    return this.#held?.take(this.#held.length) ?? noBytes
  }

  add(from: number, to: number): void {
    if (this.#isCallers) this.#bytes = Buffer.from(this.#bytes)
    this.#isCallers = false
    this.hasMasked = true
    this.#bytes.fill(starByte, from, to)
  }

  /**
   * Searches the bytes from `from` on; returns the number of bytes at the end that could be the beginning of an
   * occurrence.
   */
  #scan(from: number): number {
    const { search } = this.#forms
    const bytes = this.#bytes
    this.#unread = 0
    let at = from
    if (this.#tracker && this.#tracker.pending > 0) at = this.#follow(from)
    while (at < bytes.length) {
      let next = search.find(bytes, at)
      if (next < 0) next = search.findPartial(bytes, at)
      if (next < 0) return 0
      // many chunks end in the first few bytes of a form: searching those again is cheaper than tracking them
      if (next + comparedBytes > bytes.length) {
        this.#unread = bytes.length - next
        return this.#unread
      }
      at = this.#follow(next)
    }
    return this.#tracker?.pending ?? 0
  }

  #follow(from: number): number {
    this.#tracker ??= this.#forms.track()
    return this.#tracker.follow(this.#bytes, from, { base: this.#passed, occurrences: this })
  }
}

const maxSpareBytes = 4096

/** Bytes appended at one end and taken from the other; each is copied a bounded number of times. */
class HeldBytes {
  #buffer: Buffer = noBytes
  #from = 0
  #to = 0

  get length(): number {
    return this.#to - this.#from
  }

  /** Returns all bytes after appending; the caller may modify them in place until the next call. */
  append(bytes: Buffer): Buffer {
    if (this.#to + bytes.length > this.#buffer.length) this.#move(Buffer.allocUnsafe(2 * (this.length + bytes.length)))
    this.#to += bytes.copy(this.#buffer, this.#to)
    return this.#buffer.subarray(this.#from, this.#to)
  }

  take(count: number): Buffer {
    const bytes = Buffer.from(this.#buffer.subarray(this.#from, this.#from + count))
    this.#from += count
    if (this.length === 0) this.#move(noBytes)
    else if (this.#buffer.length > maxSpareBytes + 4 * this.length) this.#move(Buffer.allocUnsafe(2 * this.length))
    return bytes
  }

  #move(buffer: Buffer): void {
    this.#to = this.#buffer.copy(buffer, 0, this.#from, this.#to)
    this.#from = 0
    this.#buffer = buffer
  }
}

/** Creates a cache of key forms, because every call needs those of its key. */
export function createKeyForms(): typeof keyFormsOf {
  const cache = new WeakMap<Secret, { readonly forms: KeyForms | undefined }>()
  return (secret, auth) => {
    const entry = cache.get(secret)
    if (entry) return entry.forms
    const forms = keyFormsOf(secret, auth)
    cache.set(secret, { forms })
    return forms
  }
}

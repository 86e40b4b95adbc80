// References of a document. Those that stay inside it are followed; all others are collected, and the document is
// refused with their places.
import type { LeftOut } from '../description.ts'
import { below, isJson, type Json, memberOf } from './json.ts'

/** A part of the document and its place. */
export interface Part {
  readonly value: unknown
  readonly pointer: string
}

const longestChain = 20

export class References {
  readonly #document: Json
  readonly #external: LeftOut[] = []
  readonly #broken = new Map<string, LeftOut>()
  #names: ReadonlyMap<string, Part> | undefined

  constructor(document: Json) {
    this.#document = document
  }

  /** References to other files and hosts. */
  get external(): readonly LeftOut[] {
    return this.#external
  }
  /** References to what the document does not have. */
  get broken(): readonly LeftOut[] {
    return [...this.#broken.values()]
  }

  /** Follows references until a value is none; undefined if they lead nowhere. */
  resolve(part: Part): Part | undefined {
    let at = part
    for (let hops = 0; hops < longestChain; hops++) {
      const reference = memberOf(at.value, '$ref')
      if (typeof reference !== 'string') return at
      const next = this.follow(reference, at.pointer)
      if (!next) return undefined
      at = next
    }
    this.#miss(part.pointer, 'references lead in a circle')
    return undefined
  }

  /** Returns the part that a reference names; `from` is the place of the reference. */
  follow(reference: string, from: string): Part | undefined {
    const named = reference.startsWith('#/') ? undefined : this.#named.get(reference)
    if (named) return named
    if (!reference.startsWith('#')) {
      if (this.#external.length < listLimit)
        this.#external.push({ pointer: from, reason: `refers to ${reference.slice(0, 100)}` })
      return undefined
    }
    const tokens = tokensOf(reference)
    let value: unknown = this.#document
    let pointer = ''
    for (const token of tokens ?? []) {
      value = Array.isArray(value) ? elementOf(value, token) : memberOf(value, token)
      pointer = below(pointer, token)
    }
    if (tokens && tokens.length > 0 && value !== undefined) return { value, pointer }
    this.#miss(from, `refers to ${reference.slice(0, 100)}, which the document does not have`)
    return undefined
  }

  /** The schemas that have a name of their own (`$id`, `$anchor`), found when a reference first needs one. */
  get #named(): ReadonlyMap<string, Part> {
    this.#names ??= namedIn(this.#document)
    return this.#names
  }

  #miss(pointer: string, reason: string): void {
    if (this.#broken.size < listLimit) this.#broken.set(pointer, { pointer, reason })
  }
}

const listLimit = 1000

/** Finds the schemas with names. Where several have one, the reference could mean any of them, and means none. */
function namedIn(document: Json): ReadonlyMap<string, Part> {
  const found = new Map<string, Part | undefined>()
  const waiting: Part[] = [{ value: document, pointer: '' }]
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const { value, pointer } = part
    const names = [memberOf(value, '$id'), ...['$anchor', '$dynamicAnchor'].map((word) => anchorIn(value, word))]
    for (const name of new Set(names)) if (typeof name === 'string') found.set(name, found.has(name) ? undefined : part)
    for (const [token, member] of Object.entries<unknown>(Object(value)))
      if (typeof member === 'object' && member !== null) waiting.push({ value: member, pointer: below(pointer, token) })
  }
  return new Map([...found].flatMap(([name, part]) => (part ? [[name, part]] : [])))
}

function anchorIn(value: unknown, word: string): string | undefined {
  const anchor = memberOf(value, word)
  return typeof anchor === 'string' ? `#${anchor}` : undefined
}

function elementOf(list: readonly unknown[], token: string): unknown {
  return /^\d{1,7}$/.test(token) ? list[Number(token)] : undefined
}

/** Splits `#/a/b~1c` into its tokens; undefined if it is no JSON Pointer. */
function tokensOf(reference: string): string[] | undefined {
  const [, ...tokens] = reference.slice(1).split('/')
  if (!reference.startsWith('#/')) return undefined
  return tokens.map((token) => decoded(token).replaceAll('~1', '/').replaceAll('~0', '~'))
}

function decoded(token: string): string {
  try {
    return token.includes('%') ? decodeURIComponent(token) : token
  } catch {
    return token
  }
}

/** Returns the entries of an object part with their places; extensions are left out. */
export function entriesOf({ value, pointer }: Part): readonly (readonly [name: string, part: Part])[] {
  if (!isJson(value)) return []
  return Object.entries(value)
    .filter(([name]) => !name.startsWith('x-'))
    .map(([name, member]) => [name, { value: member, pointer: below(pointer, name) }] as const)
}

/** Returns the member of an object part, with its place. */
export function partIn({ value, pointer }: Part, name: string): Part {
  return { value: memberOf(value, name), pointer: below(pointer, name) }
}

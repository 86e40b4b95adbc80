// A value that must not leak: a provider key, a new gateway key. It cannot be logged, serialised, concatenated or
// compared by accident; `reveal` is the only way to read it. The value is still in memory.
import { createHash, timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'

const mask = '[secret]'

let read: (secret: Secret) => string

/** Holds a string. JSON and inspection show '[secret]'; every conversion to a string or number throws a TypeError. */
export class Secret {
  readonly #value: string

  static {
    read = (secret) => secret.#value
  }

  constructor(value: string) {
    this.#value = value
  }

  toJSON(): string {
    return mask
  }

  [inspect.custom](): string {
    return mask
  }

  [Symbol.toPrimitive](): never {
    throw refusal()
  }

  toString(): never {
    throw refusal()
  }

  toLocaleString(): never {
    throw refusal()
  }
}

/** Returns the value of a secret. The caller is responsible for where it goes. */
export function reveal(secret: Secret): string {
  return read(secret)
}

/** Reports whether two secrets hold the same value, in constant time. */
export function sameSecret(a: Secret, b: Secret): boolean {
  // hashing makes the lengths equal, which timingSafeEqual requires, and hides them
  return timingSafeEqual(digest(a), digest(b))
}

/** Thrown for a value that could break out of its header or line. The message does not repeat it. */
export class UnsafeValue extends Error {
  override readonly name = 'UnsafeValue'
  constructor() {
    super('The value has a line break, NUL or another control character.')
  }
}

/**
 * Throws UnsafeValue if `value` has CR, LF, NUL or any other control character (C0, DEL): none of them belongs in a
 * field value (RFC 9110, section 5.5), and the first three split headers (outbound rule 10).
 */
export function refuseUnsafe(value: string): void {
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index)
    if (code < 0x20 || code === 0x7f) throw new UnsafeValue()
  }
}

function digest(secret: Secret): Buffer {
  return createHash('sha256').update(read(secret)).digest()
}

function refusal(): TypeError {
  return new TypeError('A secret is not a string. Use reveal() where its value is needed.')
}

// Finds one number in JSON that passes in pieces, as it is written there: nothing is kept of the text but the names and
// the number on the way.

interface Container {
  readonly isObject: boolean
  index: number
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
/** Longer names are none of a pointer, and longer texts no number. */
const mostText = 1024

/** Receives a JSON text, and calls `found` at its end with the number, or a number in a string, unless it has none. */
export class NumberFinder {
  readonly #path: readonly string[]
  readonly #found: (text: string) => void
  /** The containers on the way to the number; the text may be deeper. */
  readonly #way: Container[] = []
  #depth = 0
  /** True if the value that comes next is on the way. */
  #isNext = true
  #expectsName = false
  #isInString = false
  #isEscaped = false
  /** The text that is being read: a name or a value on the way, or nothing that matters. */
  #reading: 'name' | 'value' | undefined
  /** Text in Latin-1, a character for each byte. */
  #text = ''
  #number: string | undefined

  constructor(path: readonly string[], found: (text: string) => void) {
    this.#path = path
    this.#found = found
  }

  push(bytes: Buffer): void {
    for (const byte of bytes) {
      if (this.#isInString) this.#inString(byte)
      else this.#outside(byte)
    }
  }

  end(): void {
    if (this.#isInString) return
    this.#endValue()
    if (this.#depth === 0 && this.#number !== undefined) this.#found(this.#number)
  }

  #inString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) {
      this.#isInString = false
      if (this.#reading === 'name') this.#endName()
      return
    }
    this.#collect(byte)
  }

  #outside(byte: number): void {
    if (byte === quote) {
      this.#isInString = true
      if (this.#expectsName) this.#read('name')
      else this.#beginValue()
    } else if (byte === openObject || byte === openArray) this.#open(byte === openObject)
    else if (byte === closeObject || byte === closeArray) this.#close()
    else if (byte === comma) this.#separate()
    else if (byte === colon) this.#expectsName = false
    else if (byte > 0x20) {
      if (this.#reading === undefined) this.#beginValue()
      this.#collect(byte)
    }
  }

  get #isOnWay(): boolean {
    return this.#depth === this.#way.length
  }

  #read(what: 'name' | 'value'): void {
    this.#reading = what
    this.#text = ''
  }

  #beginValue(): void {
    if (this.#isNext && this.#isOnWay && this.#depth === this.#path.length) this.#read('value')
  }

  #collect(byte: number): void {
    if (this.#reading && this.#text.length < mostText) this.#text += String.fromCharCode(byte)
  }

  #endName(): void {
    this.#reading = undefined
    this.#expectsName = false
    this.#isNext = nameOf(this.#text) === this.#path[this.#depth - 1]
    // of two members with one name, the last one counts
    if (this.#isNext) this.#number = undefined
  }

  #endValue(): void {
    if (this.#reading === 'value') this.#number = this.#text
    this.#reading = undefined
  }

  #open(isObject: boolean): void {
    const isOnWay = this.#isNext && this.#isOnWay
    this.#depth++
    if (isOnWay) this.#way.push({ isObject, index: 0 })
    this.#expectsName = isOnWay && isObject
    this.#isNext = isOnWay && !isObject && this.#path[this.#depth - 1] === '0'
  }

  #close(): void {
    this.#endValue()
    if (this.#isOnWay) this.#way.pop()
    this.#depth--
    this.#isNext = false
    this.#expectsName = false
  }

  #separate(): void {
    this.#endValue()
    const container = this.#isOnWay ? this.#way.at(-1) : undefined
    this.#expectsName = container?.isObject === true
    this.#isNext =
      container !== undefined && !container.isObject && this.#path[this.#depth - 1] === String(++container.index)
  }
}

function nameOf(bytes: string): string | undefined {
  const text = Buffer.from(bytes, 'latin1').toString('utf8')
  if (!text.includes('\\')) return text
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return undefined
  }
}

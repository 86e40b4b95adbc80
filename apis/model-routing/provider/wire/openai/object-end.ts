// Finds where a JSON object ends that arrives in pieces.

export class ObjectEnd {
  isComplete = false
  #depth = 0
  #isInString = false
  #isEscaped = false
  /** True if it begins with something other than an object, whose end is not looked for. */
  #isOther = false

  /** True while the object has begun and not ended. */
  get isInside(): boolean {
    return this.#depth > 0
  }
  /** Reports whether another object begins after the end of this one. Each character is looked at once. */
  take(text: string): boolean {
    if (this.#isOther) return false
    let isAfter = this.isComplete
    for (const char of text) {
      if (isAfter) {
        if (char.trim() === '') continue
        this.#isOther = true
        return char === '{'
      }
      if (!this.#isInString && this.#depth === 0) {
        if (char.trim() === '') continue
        if (char === '{') this.#depth = 1
        else this.#isOther = true
        if (this.#isOther) return false
      } else this.#inside(char)
      isAfter = this.isComplete
    }
    return false
  }
  #inside(char: string): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (this.#isInString) {
      if (char === '\\') this.#isEscaped = true
      else if (char === '"') this.#isInString = false
    } else if (char === '"') this.#isInString = true
    else if (char === '{' || char === '[') this.#depth++
    else if (char === '}' || char === ']') this.#depth--
    if (this.#depth === 0) this.isComplete = true
  }
}

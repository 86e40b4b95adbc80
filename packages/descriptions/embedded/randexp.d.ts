// The part of `randexp` that is used; the package has no types.
declare module 'randexp' {
  class RandExp {
    constructor(pattern: string)
    /** The most repetitions of `*` and `+`. */
    max: number
    readonly defaultRange: { subtract(from: number, to: number): unknown }
    randInt: (from: number, to: number) => number
    gen(): string
  }
  export = RandExp
}

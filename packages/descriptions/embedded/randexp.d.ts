// The part of `randexp` that is used; the package has no types.
declare module 'randexp' {
  export default class RandExp {
    constructor(pattern: string)
    /** How often `*` and `+` repeat at most. */
    max: number
    readonly defaultRange: { subtract(from: number, to: number): unknown }
    randInt: (from: number, to: number) => number
    gen(): string
  }
}

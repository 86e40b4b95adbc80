// The options of a call for the process that cuts out: plain data, checked by removal/read-options.ts.

/** A length in pixels, or as a part of another, from 0 to 1. */
export type Length = { readonly px: number } | { readonly part: number }
export interface Colour {
  readonly red: number
  readonly green: number
  readonly blue: number
  /** 0 to 255, like the others. */
  readonly alpha: number
}
export type ResultFormat = 'auto' | 'png' | 'jpg' | 'zip' | 'webp'
type SubjectType = 'auto' | 'person' | 'product' | 'car' | 'animal' | 'graphic' | 'transportation'
export type ResultSize = 'preview' | 'medium' | 'hd' | 'full' | '50MP'

/** Position of the subject, as parts of the free space beside and above it. */
export interface Position {
  readonly across: number
  readonly down: number
}
export interface CutOutOptions {
  readonly size: ResultSize
  readonly format: ResultFormat
  readonly channels: 'rgba' | 'alpha'
  readonly type: SubjectType
  readonly typeLevel: 'none' | 1 | 2
  /** Left, top, right, bottom. */
  readonly roi: readonly [Length, Length, Length, Length] | undefined
  readonly crop: boolean
  /** Top, right, bottom, left. */
  readonly margins: readonly [Length, Length, Length, Length]
  /** Part of the canvas, 0.1 to 1. */
  readonly scale: number | undefined
  readonly position: Position | 'original'
  readonly shadow: boolean
  readonly semitransparency: boolean
  readonly background: Colour | undefined
}
export interface Size {
  readonly width: number
  readonly height: number
}
export interface Box extends Size {
  readonly left: number
  readonly top: number
}

// Gives each pixel its alpha, and its colour without the background's share. Between certain subject and certain
// background a pixel mixes the nearby colours of both; its alpha is the subject's share. Where the two colours are too
// alike, the guided filter decides by the edges of the picture.
import { type Plane, rowReader } from './planes.ts'
import { certainty, type Refinement } from './refinement.ts'

/** Pixels as bytes of red, green, blue and alpha. */
export interface RgbaPixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}
interface MatteOptions {
  /** Transparency of car windows, from 0 to 1; alpha is at most the rest. */
  readonly windows?: Plane | undefined
}

/** The squared difference of two colours at which a pixel's own mixture has a weight of one half. */
const doubtfulContrast = 0.02
/** Alpha within this distance of 0 or 1 is noise of the picture rather than a soft edge. */
const margin = 0.08
/** Share of the background that a window lets through. */
const windowClearness = 0.6

/** Replaces the alpha of every pixel, and the colours of partly transparent ones. */
export function applyMatte(pixels: RgbaPixels, refinement: Refinement, { windows }: MatteOptions = {}): void {
  const { width, height, data } = pixels
  const { near, subject, background, functions } = refinement
  const planes = [near, ...functions, ...subject, ...background, ...(windows ? [windows] : [])]
  const rows = planes.map(() => new Float32Array(width))
  const readers = planes.map((plane) => rowReader(plane, width, height))
  const value = (row: number, x: number) => rows[row]?.[x] ?? 0
  for (let y = 0; y < height; y++) {
    for (const [index, read] of readers.entries()) read(y, rows[index] ?? new Float32Array(0))
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      const around = value(0, x)
      const isMixed = around >= certainty && around <= 1 - certainty
      let alpha = around > 0.5 ? 1 : 0
      if (isMixed) {
        const mixture = mixtureAt(data, at, (channel) => [value(5 + channel, x), value(8 + channel, x)])
        let guided = value(4, x)
        for (let channel = 0; channel < 3; channel++)
          guided += (value(1 + channel, x) * (data[at + channel] ?? 0)) / 255
        const mixed = mixture.share * mixture.trust + guided * (1 - mixture.trust)
        alpha = Math.min(1, Math.max(0, (mixed - margin) / (1 - 2 * margin)))
        // a pixel that is entirely background keeps its colour
        for (let channel = 0; channel < 3 && alpha > 0; channel++)
          data[at + channel] = ownColour(data[at + channel] ?? 0, alpha, value(5 + channel, x), value(8 + channel, x))
      }
      if (windows) alpha *= 1 - windowClearness * value(11, x)
      data[at + 3] = Math.round(alpha * 255)
    }
  }
}

/** The position of the colour on the line from background to subject, and its reliability. */
function mixtureAt(
  data: Uint8Array,
  at: number,
  colours: (channel: number) => readonly [subject: number, background: number],
): { readonly share: number; readonly trust: number } {
  let along = 0
  let contrast = 0
  for (let channel = 0; channel < 3; channel++) {
    const [front, behind] = colours(channel)
    along += ((data[at + channel] ?? 0) / 255 - behind) * (front - behind)
    contrast += (front - behind) ** 2
  }
  return {
    share: Math.min(1, Math.max(0, along / (contrast + 1e-6))),
    trust: contrast / (contrast + doubtfulContrast),
  }
}

/**
 * The channel without the background's share: solved from the mixture, or for low alpha taken from the surroundings.
 */
function ownColour(mixed: number, alpha: number, front: number, behind: number): number {
  const solved = (mixed / 255 - (1 - alpha) * behind) / Math.max(alpha, 0.05)
  const colour = Math.min(1, Math.max(0, solved)) * alpha + front * (1 - alpha)
  return Math.round(colour * 255)
}

// The layout of a skin: where the parts of the body and their sides are in the picture (SOURCES 3.4). Sizes are pixels,
// for the picture and the body alike.

export type Variant = 'classic' | 'slim'
export type PartName = 'head' | 'body' | 'rightArm' | 'leftArm' | 'rightLeg' | 'leftLeg'

export interface Part {
  readonly name: PartName
  readonly width: number
  readonly height: number
  readonly depth: number
  /** Upper left corners of the unfolded part, and of the layer worn above it. */
  readonly base: readonly [x: number, y: number]
  readonly overlay: readonly [x: number, y: number]
}

/** Sides from the wearer's point of view: `right` is the wearer's right side. */
export type Side = 'top' | 'bottom' | 'right' | 'front' | 'left' | 'back'
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The six parts in the 64x64 layout. */
export function partsOf(variant: Variant): readonly Part[] {
  const arm = { width: variant === 'slim' ? 3 : 4, height: 12, depth: 4 }
  const leg = { width: 4, height: 12, depth: 4 }
  return [
    { name: 'head', width: 8, height: 8, depth: 8, base: [0, 0], overlay: [32, 0] },
    { name: 'body', width: 8, height: 12, depth: 4, base: [16, 16], overlay: [16, 32] },
    { name: 'rightArm', ...arm, base: [40, 16], overlay: [40, 32] },
    { name: 'leftArm', ...arm, base: [32, 48], overlay: [48, 48] },
    { name: 'rightLeg', ...leg, base: [0, 16], overlay: [0, 32] },
    { name: 'leftLeg', ...leg, base: [16, 48], overlay: [0, 48] },
  ]
}

/** The six sides of a part unfolded with its upper left corner at `x`, `y`. */
export function sidesOf(
  { width, height, depth }: Pick<Part, 'width' | 'height' | 'depth'>,
  [x, y]: readonly [x: number, y: number],
): Readonly<Record<Side, Area>> {
  const row = y + depth
  return {
    top: { x: x + depth, y, width, height: depth },
    bottom: { x: x + depth + width, y, width, height: depth },
    right: { x, y: row, width: depth, height },
    front: { x: x + depth, y: row, width, height },
    left: { x: x + depth + width, y: row, width: depth, height },
    back: { x: x + depth + width + depth, y: row, width, height },
  }
}

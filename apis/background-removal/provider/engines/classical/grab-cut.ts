// The classical engine: GrabCut (Rother, Kolmogorov and Blake, 2004) without a person to draw the rectangle. The first
// guess takes the borders of the picture for background, and what differs from them near the centre for the subject.
// Then colour models and minimum cuts alternate.
import type { ColourPlanes, Plane } from '../../matting/planes.ts'
import { createPlane, mapPlanes, resizePlane } from '../../matting/planes.ts'
import { type ColourModel, type Colours, learnColours } from './colour-model.ts'
import { labOf } from './lab.ts'
import { Grid } from './max-flow.ts'
import { dropSpecks } from './specks.ts'

/** Longest side of the picture for segmentation. */
const workingSide = 320
const rounds = 4
/** Limit of the work of a cut: a second or so. Real pictures need a small part of it. */
const mostSteps = 60_000_000
/** The cost of separating two similar neighbours (section 2.2: gamma). */
const smoothness = 50
/** A subject needs colours that are less likely than those of the border by at least this logarithm. */
const leastContrast = 1
/** Width of the border, as a part of the shorter side. */
const borderShare = 0.03

/**
 * Returns 1 for the subject and 0 for the background; undefined if the picture is uniform, or a pattern without a
 * subject.
 */
export function grabCut(picture: ColourPlanes): Plane | undefined {
  const [{ width: fullWidth, height: fullHeight }] = picture
  const scale = Math.min(1, workingSide / Math.max(fullWidth, fullHeight))
  const [width, height] = [Math.max(2, Math.round(fullWidth * scale)), Math.max(2, Math.round(fullHeight * scale))]
  const small = mapPlanes(picture, (plane) => resizePlane(plane, width, height))
  const colours = labOf(small)
  const size = { width, height }
  const isBorder = borderOf(size)
  let isSubject = firstGuess(colours, size, isBorder)
  if (!isSubject) return undefined
  const links = linksOf(colours, size)
  for (let round = 0; round < rounds; round++) {
    const subject = learnColours(colours, positionsOf(isSubject, 1))
    const background = learnColours(colours, positionsOf(isSubject, 0))
    if (!subject || !background) return undefined
    const next = cut({ colours, size, links, subject, background, isBorder })
    if (!next) return undefined
    const isSettled = Buffer.compare(next, isSubject) === 0
    isSubject = next
    if (isSettled) break
  }
  const mask = createPlane(width, height)
  mask.data.set(dropSpecks(isSubject, size))
  return mask
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Marks the border: 1 at the sides and the top, which are certainly background; 2 at the bottom. */
function borderOf({ width, height }: Size): Uint8Array {
  const border = new Uint8Array(width * height)
  const depth = Math.max(1, Math.round(Math.min(width, height) * borderShare))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (y >= height - depth) border[y * width + x] = 2
      if (y < depth || x < depth || x >= width - depth) border[y * width + x] = 1
    }
  return border
}

/** Marks colours that the border does not explain, more readily near the centre, where subjects are. */
function firstGuess(colours: Colours, { width, height }: Size, isBorder: Uint8Array): Uint8Array | undefined {
  const model = learnColours(colours, positionsOf(isBorder, 1))
  if (!model) return undefined
  const unlike = new Float32Array(width * height)
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let at = 0; at < unlike.length; at++) {
    const [dx, dy] = [((at % width) + 0.5) / width - 0.5, (Math.floor(at / width) + 0.5) / height - 0.5]
    const central = Math.exp(-(dx * dx + dy * dy) / 0.18)
    const cost = model.cost(colours, at)
    least = Math.min(least, cost)
    most = Math.max(most, cost)
    unlike[at] = cost * (0.4 + 0.6 * central)
  }
  if (most - least < leastContrast) return undefined
  const threshold = otsu(unlike)
  const guess = new Uint8Array(unlike.length)
  let count = 0
  for (let at = 0; at < guess.length; at++) {
    if (isBorder[at] !== 1 && (unlike[at] ?? 0) > threshold) {
      guess[at] = 1
      count++
    }
  }
  return count > 0 ? guess : undefined
}

/** The value that best separates two groups (Otsu, 1979). */
function otsu(values: Float32Array): number {
  const [low, high] = values.reduce(([min, max], value) => [Math.min(min, value), Math.max(max, value)], [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as [number, number])
  const bins = new Float64Array(128)
  const width = (high - low || 1) / bins.length
  for (const value of values) {
    const bin = Math.min(bins.length - 1, Math.floor((value - low) / width))
    bins[bin] = (bins[bin] ?? 0) + 1
  }
  const total = bins.reduce((sum, count, bin) => sum + count * bin, 0)
  let [below, belowSum, best, bestBin] = [0, 0, -1, 0]
  for (const [bin, count] of bins.entries()) {
    below += count
    belowSum += count * bin
    const above = values.length - below
    if (below === 0 || above === 0) continue
    const between = below * above * (belowSum / below - (total - belowSum) / above) ** 2
    if (between > best) {
      best = between
      bestBin = bin
    }
  }
  return low + (bestBin + 1) * width
}

function positionsOf(labels: Uint8Array, label: number): Int32Array {
  const positions: number[] = []
  for (let at = 0; at < labels.length; at++) if (labels[at] === label) positions.push(at)
  return Int32Array.from(positions)
}

/** The neighbours in the grid's four directions: column, row and distance. */
const directions = [
  [1, 0, 1],
  [-1, 1, Math.SQRT2],
  [0, 1, 1],
  [1, 1, Math.SQRT2],
] as const

/** The costs of separating each pixel from its neighbours: low where the colour changes (equation 11). */
function linksOf(colours: Colours, { width, height }: Size): Float32Array[] {
  const differences = directions.map(([dx, dy]) => {
    const plane = new Float32Array(width * height)
    for (let y = 0; y + dy < height; y++)
      for (let x = Math.max(0, -dx); x + Math.max(0, dx) < width; x++) {
        const at = y * width + x
        const other = (y + dy) * width + x + dx
        for (let channel = 0; channel < 3; channel++)
          plane[at] = (plane[at] ?? 0) + ((colours[at * 3 + channel] ?? 0) - (colours[other * 3 + channel] ?? 0)) ** 2
      }
    return plane
  })
  const mean =
    differences.reduce((sum, plane) => sum + plane.reduce((all, value) => all + value, 0), 0) /
    (differences.length * width * height)
  const beta = 1 / (2 * Math.max(mean, 1e-3))
  return differences.map((plane, direction) =>
    plane.map((difference) => (smoothness * Math.exp(-beta * difference)) / (directions[direction]?.[2] ?? 1)),
  )
}

interface CutInput {
  readonly colours: Colours
  readonly size: Size
  readonly links: readonly Float32Array[]
  readonly subject: ColourModel
  readonly background: ColourModel
  readonly isBorder: Uint8Array
}

function cut({ colours, size, links, subject, background, isBorder }: CutInput): Uint8Array | undefined {
  const { width, height } = size
  const grid = new Grid(width, height)
  const certain = smoothness * 9
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const node = grid.nodeOf(x, y)
      if (isBorder[at] === 1) grid.setTerminals(node, 0, certain)
      else grid.setTerminals(node, background.cost(colours, at), subject.cost(colours, at))
      for (const [direction, [dx, dy]] of directions.entries())
        if (x + dx >= 0 && x + dx < width && y + dy < height) grid.link(node, direction, links[direction]?.[at] ?? 0)
    }
  const sides = grid.cut(mostSteps)
  if (!sides) return undefined
  const result = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) result[y * width + x] = sides[grid.nodeOf(x, y)] ?? 0
  return result
}

// A colour model: a mixture of Gaussians over the three values of a colour (Rother, Kolmogorov and Blake, GrabCut,
// 2004, section 3.1), learnt from pixels that are assigned to their nearest component.

/** Colours of three numbers each, one after another. */
export type Colours = Float32Array

export interface ColourModel {
  /** The negative logarithm of the density at a colour; low for colours of the model. */
  cost(colours: Colours, at: number): number
}

const componentCount = 5
const rounds = 6
/** Added to each variance: Lab colours that differ by less than about this look alike. */
const leastVariance = 4
/** Keeps an unexplained colour from outweighing all others. */
const leastDensity = 1e-9

interface Component {
  readonly share: number
  readonly mean: readonly [number, number, number]
  /** The inverse covariance: xx, xy, xz, yy, yz, zz. */
  readonly inverse: readonly number[]
  readonly determinant: number
}

/** Learns from the colours at the positions; returns undefined if there are too few. */
export function learnColours(colours: Colours, positions: Int32Array): ColourModel | undefined {
  if (positions.length < componentCount * 4) return undefined
  const labels = cluster(colours, positions)
  const components = Array.from({ length: componentCount }, (_, label) =>
    componentOf(colours, positions, labels, label),
  ).filter((component) => component !== undefined)
  return {
    cost(of, at) {
      let density = leastDensity
      for (const component of components) density += densityOf(component, of, at)
      return -Math.log(density)
    },
  }
}

function densityOf({ share, mean, inverse, determinant }: Component, colours: Colours, at: number): number {
  const x = (colours[at * 3] ?? 0) - mean[0]
  const y = (colours[at * 3 + 1] ?? 0) - mean[1]
  const z = (colours[at * 3 + 2] ?? 0) - mean[2]
  const [xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0] = inverse
  const distance = xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z)
  return (share / Math.sqrt(determinant)) * Math.exp(-distance / 2)
}

/** k-means whose initial centres are each as far as possible from the previous ones, so that it needs no randomness. */
function cluster(colours: Colours, positions: Int32Array): Uint8Array {
  const centres = farthestCentres(colours, positions)
  const labels = new Uint8Array(positions.length)
  for (let round = 0; round < rounds; round++) {
    const sums = new Float64Array(componentCount * 4)
    for (const [index, position] of positions.entries()) {
      const label = nearest(centres, colours, position)
      labels[index] = label
      for (let channel = 0; channel < 3; channel++)
        sums[label * 4 + channel] = (sums[label * 4 + channel] ?? 0) + (colours[position * 3 + channel] ?? 0)
      sums[label * 4 + 3] = (sums[label * 4 + 3] ?? 0) + 1
    }
    for (let label = 0; label < componentCount; label++) {
      const count = sums[label * 4 + 3] ?? 0
      if (count === 0) continue
      for (let channel = 0; channel < 3; channel++)
        centres[label * 3 + channel] = (sums[label * 4 + channel] ?? 0) / count
    }
  }
  return labels
}

function farthestCentres(colours: Colours, positions: Int32Array): Float64Array {
  const centres = new Float64Array(componentCount * 3)
  const distances = new Float64Array(positions.length).fill(Number.POSITIVE_INFINITY)
  let chosen = positions[positions.length >> 1] ?? 0
  for (let label = 0; label < componentCount; label++) {
    for (let channel = 0; channel < 3; channel++) centres[label * 3 + channel] = colours[chosen * 3 + channel] ?? 0
    let farthest = -1
    for (const [index, position] of positions.entries()) {
      const distance = Math.min(distances[index] ?? 0, distanceTo(centres, label, colours, position))
      distances[index] = distance
      if (distance > farthest) {
        farthest = distance
        chosen = position
      }
    }
  }
  return centres
}

function nearest(centres: Float64Array, colours: Colours, position: number): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let label = 0; label < componentCount; label++) {
    const distance = distanceTo(centres, label, colours, position)
    if (distance < least) {
      least = distance
      best = label
    }
  }
  return best
}

function distanceTo(centres: Float64Array, label: number, colours: Colours, position: number): number {
  let sum = 0
  for (let channel = 0; channel < 3; channel++)
    sum += ((colours[position * 3 + channel] ?? 0) - (centres[label * 3 + channel] ?? 0)) ** 2
  return sum
}

function componentOf(
  colours: Colours,
  positions: Int32Array,
  labels: Uint8Array,
  label: number,
): Component | undefined {
  let count = 0
  const sum = [0, 0, 0]
  const products = [0, 0, 0, 0, 0, 0]
  for (const [index, position] of positions.entries()) {
    if (labels[index] !== label) continue
    count++
    const [x, y, z] = [colours[position * 3] ?? 0, colours[position * 3 + 1] ?? 0, colours[position * 3 + 2] ?? 0]
    for (const [channel, value] of [x, y, z].entries()) sum[channel] = (sum[channel] ?? 0) + value
    for (const [pair, value] of [x * x, x * y, x * z, y * y, y * z, z * z].entries())
      products[pair] = (products[pair] ?? 0) + value
  }
  if (count === 0) return undefined
  const [mx = 0, my = 0, mz = 0] = sum.map((value) => value / count)
  const [pxx = 0, pxy = 0, pxz = 0, pyy = 0, pyz = 0, pzz = 0] = products.map((value) => value / count)
  const [xx, xy, xz] = [pxx - mx * mx + leastVariance, pxy - mx * my, pxz - mx * mz]
  const [yy, yz, zz] = [pyy - my * my + leastVariance, pyz - my * mz, pzz - mz * mz + leastVariance]
  const [c1, c2, c3] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy]
  const determinant = xx * c1 + xy * c2 + xz * c3
  const inverse = [c1, c2, c3, xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy]
  return {
    share: count / positions.length,
    mean: [mx, my, mz],
    inverse: inverse.map((value) => value / determinant),
    determinant,
  }
}

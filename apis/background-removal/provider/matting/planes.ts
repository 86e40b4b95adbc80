// Planes, on which the matting computes: one 32-bit float per pixel, row by row.

/** One value per pixel. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}
/** A colour picture as three planes of the same size, each value between 0 and 1. */
export type ColourPlanes = readonly [Plane, Plane, Plane]

/** Applies the same change to each plane of a picture. */
export function mapPlanes([red, green, blue]: ColourPlanes, change: (plane: Plane) => Plane): ColourPlanes {
  return [change(red), change(green), change(blue)]
}

export function createPlane(width: number, height: number): Plane {
  return { width, height, data: new Float32Array(width * height) }
}

/** The first three of the interleaved channels, as values between 0 and 1. */
export function colourPlanes(picture: {
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly data: Uint8Array
}): ColourPlanes {
  const { width, height, channels, data } = picture
  const planes: ColourPlanes = [createPlane(width, height), createPlane(width, height), createPlane(width, height)]
  for (const [channel, plane] of planes.entries())
    for (let at = 0, from = channel; at < plane.data.length; at++, from += channels)
      plane.data[at] = (data[from] ?? 0) / 255
  return planes
}

/** The product of two planes of one size, pixel by pixel. */
export function product(one: Plane, other: Plane): Plane {
  const result = createPlane(one.width, one.height)
  for (let at = 0; at < result.data.length; at++) result.data[at] = (one.data[at] ?? 0) * (other.data[at] ?? 0)
  return result
}

/** The mean over the square of `radius` pixels to each side, clipped at the borders: two passes of running sums. */
export function boxMean(plane: Plane, radius: number): Plane {
  const { width, height } = plane
  const across = createPlane(width, height)
  for (let y = 0; y < height; y++)
    meanLine(plane.data, across.data, { start: y * width, stride: 1, length: width, radius })
  const result = createPlane(width, height)
  for (let x = 0; x < width; x++)
    meanLine(across.data, result.data, { start: x, stride: width, length: height, radius })
  return result
}

interface Line {
  readonly start: number
  readonly stride: number
  readonly length: number
  readonly radius: number
}

function meanLine(from: Float32Array, to: Float32Array, { start, stride, length, radius }: Line): void {
  let sum = 0
  let count = 0
  for (let at = 0; at < Math.min(radius, length); at++, count++) sum += from[start + at * stride] ?? 0
  for (let at = 0; at < length; at++) {
    if (at + radius < length) {
      sum += from[start + (at + radius) * stride] ?? 0
      count++
    }
    if (at - radius > 0) {
      sum -= from[start + (at - radius - 1) * stride] ?? 0
      count--
    }
    to[start + at * stride] = sum / count
  }
}

/** Resamples to another size: by the mean of the covered pixels when shrinking, bilinear when growing. */
export function resizePlane(plane: Plane, width: number, height: number): Plane {
  if (plane.width === width && plane.height === height) return plane
  const across = createPlane(width, plane.height)
  const columns = weights(plane.width, width)
  for (let y = 0; y < plane.height; y++)
    resampleLine(plane.data, across.data, { weights: columns, from: y * plane.width, to: y * width, step: 1, out: 1 })
  const result = createPlane(width, height)
  const rows = weights(plane.height, height)
  for (let x = 0; x < width; x++)
    resampleLine(across.data, result.data, { weights: rows, from: x, to: x, step: width, out: width })
  return result
}

interface Weights {
  readonly first: Int32Array
  readonly counts: Int32Array
  readonly values: Float32Array
  readonly most: number
}

/** A triangle filter as wide as a pixel of the coarser grid. */
function weights(from: number, to: number): Weights {
  const scale = from / to
  const reach = Math.max(1, scale)
  const most = Math.ceil(reach * 2) + 2
  const [first, counts] = [new Int32Array(to), new Int32Array(to)]
  const values = new Float32Array(to * most)
  for (let at = 0; at < to; at++) {
    const centre = (at + 0.5) * scale - 0.5
    const start = Math.max(0, Math.ceil(centre - reach))
    const end = Math.min(from - 1, Math.floor(centre + reach))
    let sum = 0
    for (let source = start; source <= end; source++) {
      const weight = Math.max(1e-6, 1 - Math.abs(source - centre) / reach)
      values[at * most + source - start] = weight
      sum += weight
    }
    first[at] = start
    counts[at] = end - start + 1
    for (let index = 0; index <= end - start; index++)
      values[at * most + index] = (values[at * most + index] ?? 0) / sum
  }
  return { first, counts, values, most }
}

interface Resampling {
  readonly weights: Weights
  readonly from: number
  readonly to: number
  readonly step: number
  readonly out: number
}

function resampleLine(source: Float32Array, target: Float32Array, { weights, from, to, step, out }: Resampling): void {
  const { first, counts, values, most } = weights
  for (let at = 0; at < first.length; at++) {
    let sum = 0
    const begin = first[at] ?? 0
    const count = counts[at] ?? 0
    for (let index = 0; index < count; index++)
      sum += (values[at * most + index] ?? 0) * (source[from + (begin + index) * step] ?? 0)
    target[to + at * out] = sum
  }
}

/** Reads a plane row by row at a larger size, bilinear, without storing the result. */
export function rowReader(plane: Plane, width: number, height: number): (y: number, row: Float32Array) => void {
  const columns = bilinear(plane.width, width)
  const rows = bilinear(plane.height, height)
  const { data } = plane
  return (y, row) => {
    const [upper, lower] = [(rows.first[y] ?? 0) * plane.width, (rows.second[y] ?? 0) * plane.width]
    const down = rows.share[y] ?? 0
    for (let x = 0; x < width; x++) {
      const [left, right] = [columns.first[x] ?? 0, columns.second[x] ?? 0]
      const across = columns.share[x] ?? 0
      const top = (data[upper + left] ?? 0) * (1 - across) + (data[upper + right] ?? 0) * across
      const bottom = (data[lower + left] ?? 0) * (1 - across) + (data[lower + right] ?? 0) * across
      row[x] = top * (1 - down) + bottom * down
    }
  }
}

/** The two neighbours on the smaller side for each position of the larger one, and the share of the second. */
function bilinear(from: number, to: number): { first: Int32Array; second: Int32Array; share: Float32Array } {
  const [first, second, share] = [new Int32Array(to), new Int32Array(to), new Float32Array(to)]
  for (let at = 0; at < to; at++) {
    const centre = Math.min(from - 1, Math.max(0, ((at + 0.5) * from) / to - 0.5))
    first[at] = Math.floor(centre)
    second[at] = Math.min(from - 1, Math.floor(centre) + 1)
    share[at] = centre - Math.floor(centre)
  }
  return { first, second, share }
}

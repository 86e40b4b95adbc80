// Car windows: parts of the upper half of a car, away from its outline, that show the colours of the background.
import { boxMean, type ColourPlanes, createPlane, type Plane, resizePlane } from './planes.ts'

/** Squared difference of colour at which a pixel is half as likely to be background. */
const likeness = 0.006
/** Number of columns of the grid on which background colours are sampled. */
const sampleColumns = 12
const outlineShare = 1 / 50

/** The degree to which each pixel is a window, from 0 to 1. */
export function windowsOf(picture: ColourPlanes, mask: Plane): Plane {
  const { width, height } = mask
  const windows = createPlane(width, height)
  const rows = rowsOf(mask)
  if (!rows) return windows
  const palette = backgroundColours(picture, mask)
  const inside = boxMean(filled(mask), Math.max(2, Math.round(Math.max(width, height) * outlineShare)))
  for (let y = rows.first; y < (rows.first + rows.last) / 2; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if ((inside.data[at] ?? 0) < 0.98) continue
      let least = Number.POSITIVE_INFINITY
      for (const colour of palette) {
        let distance = 0
        for (let channel = 0; channel < 3; channel++)
          distance += ((picture[channel]?.data[at] ?? 0) - (colour[channel] ?? 0)) ** 2
        least = Math.min(least, distance)
      }
      windows.data[at] = Math.exp(-least / likeness)
    }
  return boxMean(windows, 1)
}

function rowsOf({ width, data }: Plane): { readonly first: number; readonly last: number } | undefined {
  let [first, last] = [-1, -1]
  for (let at = 0; at < data.length; at++) {
    if ((data[at] ?? 0) < 0.5) continue
    if (first < 0) first = Math.floor(at / width)
    last = Math.floor(at / width)
  }
  return first < 0 ? undefined : { first, last }
}

/** The mask with the gaps between its outermost pixels of each row filled, so that an open window is inside. */
function filled({ width, height, data }: Plane): Plane {
  const result = createPlane(width, height)
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * width, (y + 1) * width)
    const [left, right] = [row.findIndex((value) => value > 0.5), row.findLastIndex((value) => value > 0.5)]
    if (left >= 0) result.data.fill(1, y * width + left, y * width + right + 1)
  }
  return result
}

function backgroundColours(picture: ColourPlanes, mask: Plane): (readonly number[])[] {
  const rows = Math.max(1, Math.round((sampleColumns * mask.height) / mask.width))
  const cover = resizePlane(mask, sampleColumns, rows)
  const samples = picture.map((plane) => resizePlane(plane, sampleColumns, rows).data)
  const colours: (readonly number[])[] = []
  for (let at = 0; at < cover.data.length; at++)
    if ((cover.data[at] ?? 0) < 0.02) colours.push(samples.map((plane) => plane[at] ?? 0))
  return colours
}

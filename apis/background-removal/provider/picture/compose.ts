// Puts the subject on its canvas: cropped, scaled and placed over a shadow, a colour or a picture.
import { present } from '#define/present'
import { resizePicture } from '#provider'
import type { RgbaPixels } from '../matting/matte.ts'
import { boxMean, createPlane } from '../matting/planes.ts'
import type { Layout } from './layout.ts'
import type { Box, Colour } from './options.ts'

/** The smallest box around all pixels that are not fully transparent; undefined if there is none. */
export function subjectBox({ width, height, data }: RgbaPixels): Box | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3] === 0) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** The canvas with the subject of `box` at its place in the layout; the unchanged picture if nothing moves. */
export async function placeSubject(picture: RgbaPixels, box: Box, { canvas, subject }: Layout): Promise<RgbaPixels> {
  const isSame = canvas.width === picture.width && canvas.height === picture.height && sameBox(box, subject)
  if (isSame) return picture
  const cut = copyBox(picture, box)
  const isResized = box.width !== subject.width || box.height !== subject.height
  const sized = isResized ? await resizePicture({ ...cut, channels: 4 }, subject) : cut
  const data = new Uint8Array(canvas.width * canvas.height * 4)
  for (let y = 0; y < subject.height; y++) {
    const row = sized.data.subarray(y * subject.width * 4, (y + 1) * subject.width * 4)
    data.set(row, ((subject.top + y) * canvas.width + subject.left) * 4)
  }
  return { ...canvas, data }
}

function sameBox(one: Box, other: Box): boolean {
  return one.left === other.left && one.top === other.top && one.width === other.width && one.height === other.height
}

function copyBox({ width, data }: RgbaPixels, box: Box): RgbaPixels {
  const copy = new Uint8Array(box.width * box.height * 4)
  for (let y = 0; y < box.height; y++) {
    const start = ((box.top + y) * width + box.left) * 4
    copy.set(data.subarray(start, start + box.width * 4), y * box.width * 4)
  }
  return { width: box.width, height: box.height, data: copy }
}

/** Height of the shadow as a part of the subject's width, blur as a part of that height, and opacity. */
const shadowHeight = 0.08
const shadowBlur = 0.5
const shadowOpacity = 0.55

/** Darkens the ground under the subject: a flat ellipse below its lowest edge, as wide as the subject. */
export function addShadow({ width, height, data }: RgbaPixels, subject: Box): void {
  const reach = Math.max(2, Math.round(subject.width * shadowHeight))
  const centre = { x: subject.left + subject.width / 2, y: subject.top + subject.height - reach / 2 }
  const [first, last] = [
    Math.max(0, Math.floor(centre.y - 2 * reach)),
    Math.min(height, Math.ceil(centre.y + 2 * reach)),
  ]
  const plane = createPlane(width, Math.max(1, last - first))
  for (let y = first; y < last; y++)
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [(x + 0.5 - centre.x) / (subject.width / 2), (y + 0.5 - centre.y) / reach]
      plane.data[(y - first) * width + x] = dx * dx + dy * dy < 1 ? shadowOpacity : 0
    }
  const shade = boxMean(boxMean(plane, Math.ceil(reach * shadowBlur)), Math.ceil(reach * shadowBlur))
  for (let y = first; y < last; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      const alpha = present(data[at + 3]) / 255
      const total = alpha + present(shade.data[(y - first) * width + x]) * (1 - alpha)
      if (total === 0) continue
      // the shadow is black, and below the subject
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = Math.round((present(data[at + channel]) * alpha) / total)
      data[at + 3] = Math.round(total * 255)
    }
}

/** Puts a colour behind the picture. */
export function addColour({ data }: RgbaPixels, { red, green, blue, alpha: opacity }: Colour): void {
  const under = [red, green, blue]
  for (let at = 0; at < data.length; at += 4) over(data, at, under, opacity / 255)
}

/** Puts a picture of the same size behind the picture. */
export function addPicture({ data }: RgbaPixels, background: RgbaPixels): void {
  const under = [0, 0, 0]
  for (let at = 0; at < data.length; at += 4) {
    for (let channel = 0; channel < 3; channel++) under[channel] = present(background.data[at + channel])
    over(data, at, under, present(background.data[at + 3]) / 255)
  }
}

/**
 * Blends source over destination (W3C Compositing and Blending, section 9.1.4), for colours that are not premultiplied.
 */
function over(data: Uint8Array, at: number, under: readonly number[], opacity: number): void {
  const alpha = present(data[at + 3]) / 255
  const below = opacity * (1 - alpha)
  const total = alpha + below
  for (let channel = 0; channel < 3; channel++) {
    const mixed = present(data[at + channel]) * alpha + present(under[channel]) * below
    data[at + channel] = total === 0 ? 0 : Math.round(mixed / total)
  }
  data[at + 3] = Math.round(total * 255)
}

// Places the subject on the canvas (SOURCES 3.3 to 3.5): cropping with margins, then scale, then position. Whole pixels
// throughout, so that the reported position is exact.
import type { Box, CutOutOptions, Length, Size } from './options.ts'

export interface Layout {
  readonly canvas: Size
  /** Position and size of the subject. */
  readonly subject: Box
}

/** Limits of a margin: a number of pixels, and a part of the subject. */
const mostMargin = 500
const mostMarginPart = 0.5

/** Computes the layout; `box` is the subject in a picture of the given size. */
export function layOut(picture: Size, box: Box, options: CutOutOptions): Layout {
  const placed = options.crop ? cropped(box, options.margins) : { canvas: picture, subject: box }
  return positioned(scaled(placed, options), options)
}

function cropped(box: Box, [top, right, bottom, left]: CutOutOptions['margins']): Layout {
  const margin = (length: Length, side: number) => {
    const wanted = 'px' in length ? length.px : length.part * side
    return Math.round(Math.min(wanted, mostMargin, side * mostMarginPart))
  }
  const [above, below] = [margin(top, box.height), margin(bottom, box.height)]
  const [before, after] = [margin(left, box.width), margin(right, box.width)]
  return {
    canvas: { width: box.width + before + after, height: box.height + above + below },
    subject: { ...box, left: before, top: above },
  }
}

/** Scales the subject to the given part of the canvas, around the same centre. */
function scaled({ canvas, subject }: Layout, { scale }: CutOutOptions): Layout {
  if (scale === undefined) return { canvas, subject }
  const factor = Math.min((canvas.width * scale) / subject.width, (canvas.height * scale) / subject.height)
  const width = Math.min(canvas.width, Math.max(1, Math.round(subject.width * factor)))
  const height = Math.min(canvas.height, Math.max(1, Math.round(subject.height * factor)))
  const centred = (start: number, side: number, newSide: number, room: number) =>
    Math.min(room - newSide, Math.max(0, Math.round(start + (side - newSide) / 2)))
  const left = centred(subject.left, subject.width, width, canvas.width)
  const top = centred(subject.top, subject.height, height, canvas.height)
  return { canvas, subject: { left, top, width, height } }
}

function positioned({ canvas, subject }: Layout, { position }: CutOutOptions): Layout {
  if (position === 'original') return { canvas, subject }
  const left = Math.round((canvas.width - subject.width) * position.across)
  const top = Math.round((canvas.height - subject.height) * position.down)
  return { canvas, subject: { ...subject, left, top } }
}

/** The region to cut out of a picture of the given size, or the code of the error in it. */
export function regionOf(roi: CutOutOptions['roi'], size: Size): Box | 'roi_exceeds_bounds' | 'roi_region_empty' {
  if (!roi) return { left: 0, top: 0, ...size }
  const [left, top, right, bottom] = roi.map((length, index) => {
    const side = index % 2 === 0 ? size.width : size.height
    return 'px' in length ? length.px : Math.round(length.part * side)
  }) as [number, number, number, number]
  if (Math.max(left, right) > size.width || Math.max(top, bottom) > size.height) return 'roi_exceeds_bounds'
  if (right <= left || bottom <= top) return 'roi_region_empty'
  return { left, top, width: right - left, height: bottom - top }
}

/** Scales a box to another size of the picture: the pixels whose centres lie in it. */
export function boxAtSize(box: Box, from: Size, to: Size): Box {
  const [x, y] = [to.width / from.width, to.height / from.height]
  const [left, top] = [Math.round(box.left * x), Math.round(box.top * y)]
  const [right, bottom] = [Math.round((box.left + box.width) * x), Math.round((box.top + box.height) * y)]
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

// The guided filter with a colour guide (He, Sun and Tang, Guided Image Filtering, 2010; its fast form, 2015): in each
// window the result is a linear function of the guide's colours, so its edges are those of the picture.
import { boxMean, type ColourPlanes, createPlane, type Plane, product } from './planes.ts'

interface GuidedFilterOptions {
  /** Half the side of a window, in pixels. */
  readonly radius: number
  /** Variance of colour (values from 0 to 1) below which an area counts as flat. */
  readonly epsilon: number
}
/**
 * The factors, for each pixel, of red, green and blue and the constant; their sum is the filtered value. They change
 * slowly, so they also serve the same picture at a larger size.
 */
export type LinearFunctions = readonly [Plane, Plane, Plane, Plane]

/** Filters `input` along `guide`; both have the same size. */
export function guidedFilter(guide: ColourPlanes, input: Plane, options: GuidedFilterOptions): LinearFunctions {
  const [a, b, c, d] = linearFunctions(guide, input, options)
  const { radius } = options
  return [boxMean(a, radius), boxMean(b, radius), boxMean(c, radius), boxMean(d, radius)]
}

/** The three factors and the constant of each window (section 3.2, equations 19 and 20). */
function linearFunctions(guide: ColourPlanes, input: Plane, { radius, epsilon }: GuidedFilterOptions): LinearFunctions {
  const mean = (plane: Plane) => boxMean(plane, radius)
  const [red, green, blue] = guide
  const [mr, mg, mb, mp] = [mean(red).data, mean(green).data, mean(blue).data, mean(input).data]
  const pair = (one: Plane, other: Plane) => mean(product(one, other)).data
  const [rr, rg, rb] = [pair(red, red), pair(red, green), pair(red, blue)]
  const [gg, gb, bb] = [pair(green, green), pair(green, blue), pair(blue, blue)]
  const [rp, gp, bp] = [pair(red, input), pair(green, input), pair(blue, input)]
  const { width, height } = input
  const create = () => createPlane(width, height)
  const [a, b, c, d] = [create(), create(), create(), create()]
  for (let at = 0; at < input.data.length; at++) {
    const [r, g, u, p] = [mr[at] ?? 0, mg[at] ?? 0, mb[at] ?? 0, mp[at] ?? 0]
    const [xx, xy, xz] = [(rr[at] ?? 0) - r * r + epsilon, (rg[at] ?? 0) - r * g, (rb[at] ?? 0) - r * u]
    const [yy, yz, zz] = [(gg[at] ?? 0) - g * g + epsilon, (gb[at] ?? 0) - g * u, (bb[at] ?? 0) - u * u + epsilon]
    const [x, y, z] = [(rp[at] ?? 0) - r * p, (gp[at] ?? 0) - g * p, (bp[at] ?? 0) - u * p]
    // the inverse of a symmetric matrix by its cofactors
    const [c1, c2, c3] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy]
    const determinant = xx * c1 + xy * c2 + xz * c3
    const fr = (c1 * x + c2 * y + c3 * z) / determinant
    const fg = (c2 * x + (xx * zz - xz * xz) * y + (xy * xz - xx * yz) * z) / determinant
    const fb = (c3 * x + (xy * xz - xx * yz) * y + (xx * yy - xy * xy) * z) / determinant
    a.data[at] = fr
    b.data[at] = fg
    c.data[at] = fb
    d.data[at] = p - fr * r - fg * g - fb * u
  }
  return [a, b, c, d]
}

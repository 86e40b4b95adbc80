// Converts colours to a space in which distances are perceived differences: CIE L*a*b* (CIE 15, 2018) from sRGB (IEC
// 61966-2-1), white point D65.
import type { ColourPlanes } from '../../matting/planes.ts'
import type { Colours } from './colour-model.ts'

export function labOf([red, green, blue]: ColourPlanes): Colours {
  const colours = new Float32Array(red.data.length * 3)
  for (let at = 0; at < red.data.length; at++) {
    const [r, g, b] = [linear(red.data[at] ?? 0), linear(green.data[at] ?? 0), linear(blue.data[at] ?? 0)]
    const x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
    const y = root(0.2126 * r + 0.7152 * g + 0.0722 * b)
    const z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    colours[at * 3] = 116 * y - 16
    colours[at * 3 + 1] = 500 * (x - y)
    colours[at * 3 + 2] = 200 * (y - z)
  }
  return colours
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const root = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)

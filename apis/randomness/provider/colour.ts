// Converts colours to another notation.

/** Returns whole degrees and percentages of the HSL notation, from red, green and blue of 0 to 255 (SOURCES 3.1). */
export function toHsl(red: number, green: number, blue: number): { h: number; s: number; l: number } {
  const [r, g, b] = [red / 255, green / 255, blue / 255]
  const max = Math.max(r, g, b)
  const min = Math.min(r, g, b)
  const range = max - min
  const lightness = (max + min) / 2
  if (range === 0) return { h: 0, s: 0, l: Math.round(lightness * 100) }
  const saturation = range / (1 - Math.abs(2 * lightness - 1))
  const sextant = max === r ? ((g - b) / range + 6) % 6 : max === g ? (b - r) / range + 2 : (r - g) / range + 4
  return { h: Math.round(sextant * 60) % 360, s: Math.round(saturation * 100), l: Math.round(lightness * 100) }
}

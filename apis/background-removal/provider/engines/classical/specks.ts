// Removes areas that are too small to be a subject or a hole in one: small connected areas change sides.

/** Areas of the subject below this part of its largest area become background. */
const leastPart = 0.08
/** Holes below this part of the picture become subject. */
const leastHole = 0.002

/** The labels 0 and 1 without their small areas. */
export function dropSpecks(labels: Uint8Array, size: { readonly width: number; readonly height: number }): Uint8Array {
  const result = Uint8Array.from(labels)
  const areas = areasOf(result, size)
  const largest = areas.reduce((most, { label, pixels }) => (label === 1 ? Math.max(most, pixels.length) : most), 0)
  for (const { label, pixels } of areas) {
    const isSmall = label === 1 ? pixels.length < largest * leastPart : pixels.length < labels.length * leastHole
    if (isSmall) for (const at of pixels) result[at] = 1 - label
  }
  return result
}

interface Area {
  readonly label: number
  readonly pixels: readonly number[]
}

function areasOf(labels: Uint8Array, { width, height }: { width: number; height: number }): Area[] {
  const seen = new Uint8Array(labels.length)
  const areas: Area[] = []
  for (let start = 0; start < labels.length; start++) {
    if (seen[start]) continue
    const label = labels[start] ?? 0
    const pixels = [start]
    seen[start] = 1
    for (let index = 0; index < pixels.length; index++) {
      const at = pixels[index] ?? 0
      const [x, y] = [at % width, Math.floor(at / width)]
      for (const [next, inside] of [
        [at - 1, x > 0],
        [at + 1, x + 1 < width],
        [at - width, y > 0],
        [at + width, y + 1 < height],
      ] as const)
        if (inside && !seen[next] && labels[next] === label) {
          seen[next] = 1
          pixels.push(next)
        }
    }
    areas.push({ label, pixels })
  }
  return areas
}

// Converts 16-bit samples to µ-law and A-law (ITU-T G.711).

export const muLaw = (samples: Buffer): Buffer => each(samples, toMuLaw)
export const aLaw = (samples: Buffer): Buffer => each(samples, toALaw)

function each(samples: Buffer, code: (sample: number) => number): Buffer {
  const bytes = Buffer.alloc(samples.length >> 1)
  for (let at = 0; at < bytes.length; at++) bytes[at] = code(samples.readInt16LE(at * 2))
  return bytes
}

/** Added so that each segment begins at a power of two. */
const bias = 0x84
const muLawLargest = 0x7fff - bias

function toMuLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const magnitude = Math.min(Math.abs(sample), muLawLargest) + bias
  const segment = 24 - Math.clz32(magnitude)
  return ~(sign | (segment << 4) | ((magnitude >> (segment + 3)) & 0x0f)) & 0xff
}

function toALaw(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80
  const magnitude = sample < 0 ? -sample - 1 : sample
  const segment = Math.max(0, 24 - Math.clz32(magnitude))
  return (sign | (segment << 4) | ((magnitude >> (segment === 0 ? 4 : segment + 3)) & 0x0f)) ^ 0x55
}

// The head of Opus in any container (RFC 7845, 5.1).

/** Samples at 48 kHz before the speech: what the encoder looks ahead, 6.5 ms. */
export const preSkip = 312

export function opusHead(): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 'latin1')
  head.writeUInt8(1, 8)
  head.writeUInt8(1, 9)
  head.writeUInt16LE(preSkip, 10)
  head.writeUInt32LE(16_000, 12)
  return head
}

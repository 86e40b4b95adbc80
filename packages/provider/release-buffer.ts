// Frees large chunks as soon as they are sent or stored. The GC would wait for tens of megabytes, and until then each
// new chunk is in memory that no CPU cache holds (docs/decisions/0009).

/**
 * Frees the memory of a chunk that is no longer needed; any remaining holder sees an empty one. Does nothing unless the
 * chunk is the end of its memory and most of it: unread data may follow it, and a buffer from the pool that Node shares
 * among small buffers (`Buffer.poolSize`) never has more than half.
 */
export function releaseBuffer({ buffer, byteOffset, length }: Uint8Array): void {
  const isOwn = byteOffset + length === buffer.byteLength && length * 2 > buffer.byteLength
  if (isOwn && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

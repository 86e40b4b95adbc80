// Memory of chunks, given back as soon as they have been sent. The collector does so when tens of megabytes have come together, and until
// then each new chunk lies where no cache of the processor is warm (decision 0009).

/**
 * Lets go of the memory of a chunk that nobody needs any more; whoever still holds the chunk sees an empty one. Only where the chunk is
 * the end of its memory and most of it: before the end of what was read something may wait behind it, and of the memory that Node
 * shares among small buffers (`Buffer.poolSize`) it gives each less than half.
 */
export function giveBack({ buffer, byteOffset, length }: Buffer): void {
  const isOwn = byteOffset + length === buffer.byteLength && length * 2 > buffer.byteLength
  if (isOwn && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

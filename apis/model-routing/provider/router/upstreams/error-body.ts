// The body of a provider's error answer.
import type { OutboundAnswer } from '#define/outbound'

const maxErrorBytes = 64 * 1024

/**
 * Reads the first 64 KiB, without waiting for the rest. An interrupted body is returned as far as it was received: the
 * status says enough.
 */
export async function readErrorBody(answer: OutboundAnswer): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer.body) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxErrorBytes) break
    }
  } catch {
    // the status says enough
  }
  return Buffer.concat(chunks)
}

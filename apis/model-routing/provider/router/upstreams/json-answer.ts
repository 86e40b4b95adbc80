// The JSON of a provider's answer, bounded in length and in what it costs to parse.
import type { OutboundAnswer } from '#define/outbound'
import { answerJsonLimits, JsonScan, joinInTurns, parseScannedJson } from '#provider'
import { malformed, tooLarge } from '../../wire/sse.ts'

/** Answers with images in base64 are the longest. */
const maxJsonBytes = 64 * 1024 * 1024

interface JsonAnswer {
  readonly bytes: Buffer
  readonly value: unknown
}

/**
 * Reads and scans the body as it arrives. Throws ModelError for one that is beyond the limits or is not JSON, and
 * OutboundFailure.
 */
export async function readJsonBytes({ body }: OutboundAnswer): Promise<JsonAnswer> {
  const scan = new JsonScan(answerJsonLimits)
  const chunks: Buffer[] = []
  let length = 0
  // leaving the loop ends the call
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxJsonBytes || scan.push(chunk) !== undefined) throw tooLarge()
    chunks.push(chunk)
  }
  const bytes = await joinInTurns(chunks)
  try {
    return { bytes, value: await parseScannedJson(bytes) }
  } catch (cause) {
    throw malformed(cause)
  }
}

/** Parses the body. Throws like `readJsonBytes`. */
export const readJsonAnswer = async (answer: OutboundAnswer): Promise<unknown> => (await readJsonBytes(answer)).value

// The JSON of a provider's answer, bounded in length and in what it costs to parse.
import type { OutboundAnswer } from '#define'
import { answerJsonLimits, JsonScan, joinInTurns, parseScannedJson } from '#provider'
import { malformed, tooLarge } from '../../wire/sse.ts'

/** Answers with images in base64 are the longest. */
const maxJsonBytes = 64 * 1024 * 1024

export interface JsonAnswer {
  readonly bytes: Buffer
  readonly value: unknown
}

/**
 * Reads and scans the body as it arrives. Throws ModelError for one that is beyond the limits or is not JSON, and
 * OutboundFailure.
 */
export async function readJsonBytes(answer: OutboundAnswer): Promise<JsonAnswer> {
  const scan = new JsonScan(answerJsonLimits)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer.body) {
    bytes += chunk.length
    // leaving the loop ends the call
    if (bytes > maxJsonBytes || scan.push(chunk) !== undefined) throw tooLarge()
    chunks.push(chunk)
  }
  const [only] = chunks
  const all = chunks.length === 1 && only !== undefined ? only : await joinInTurns(chunks)
  try {
    return { bytes: all, value: await parseScannedJson(all) }
  } catch (cause) {
    throw malformed(cause)
  }
}

/** What the body parses to. Throws like `readJsonBytes`. */
export const readJsonAnswer = async (answer: OutboundAnswer): Promise<unknown> => (await readJsonBytes(answer)).value

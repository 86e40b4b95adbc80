// Parses untrusted JSON without blocking the event loop: scanned in pieces, refused beyond its limits, then parsed.
import { yieldToEventLoop } from './event-loop.ts'
import { type JsonLimits, JsonScan, jsonLimits } from './json-scan.ts'
import { decodeInSteps, longStringsIn, parseApart } from './json-strings.ts'

/** Thrown when the text exceeds a limit. */
export class JsonTooComplex extends Error {
  override name = 'JsonTooComplex'
  /** The exceeded limit, such as "128 levels of nesting". */
  readonly limit: string
  constructor(limit: string) {
    super(`the JSON has more than ${limit}`)
    this.limit = limit
  }
}

/** Shorter texts skip the scan: they cannot nest too deeply, and the rest of their structure is negligible. */
const unscannedBytes = 256
/** Bytes scanned, decoded or parsed in one step, which takes some milliseconds. */
const stepBytes = 1024 * 1024

/** Parses after a scan. Rejects with JsonTooComplex before anything is parsed, or with SyntaxError. */
export async function parseBoundedJson(bytes: Buffer, limits: JsonLimits = jsonLimits): Promise<unknown> {
  const scan = new JsonScan(limits)
  for (let at = 0; at < bytes.length; at += stepBytes) {
    if (at > 0) await yieldToEventLoop()
    const passed = scan.push(bytes.subarray(at, at + stepBytes))
    if (passed !== undefined) throw new JsonTooComplex(passed)
  }
  return parseScannedJson(bytes)
}

/** Scans and parses synchronously, for short texts. Throws the errors of `parseBoundedJson`. */
export function parseShortJson(bytes: Buffer, limits: JsonLimits = jsonLimits): unknown {
  const passed = bytes.length > unscannedBytes ? new JsonScan(limits).push(bytes) : undefined
  if (passed !== undefined) throw new JsonTooComplex(passed)
  return JSON.parse(bytes.toString('utf8'))
}

/**
 * Parses a scanned text: synchronously if it is short, otherwise in steps. Long strings are parsed separately; the rest
 * is decoded in pieces and parsed in its own step, because decoding tens of megabytes takes as long as parsing them,
 * and so does the caller's next step. `parse` gets the text without its long strings.
 */
export function parseScannedJson(bytes: Buffer, parse: (text: string) => unknown = parsed): unknown {
  return bytes.length > stepBytes ? parseInSteps(bytes, parse) : parse(bytes.toString('utf8'))
}

const parsed = (text: string): unknown => JSON.parse(text)

async function parseInSteps(bytes: Buffer, parse: (text: string) => unknown): Promise<unknown> {
  const parseWhole = async (whole: Buffer) => {
    const text = (await decodeInSteps(whole)).join('')
    await yieldToEventLoop()
    const value = parse(text)
    await yieldToEventLoop()
    return value
  }
  const strings = await longStringsIn(bytes)
  return strings.length === 0 ? parseWhole(bytes) : parseApart(bytes, strings, parseWhole)
}

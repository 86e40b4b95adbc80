// Parses JSON of others without holding the event loop: scanned in pieces, refused beyond its limits, then parsed.
import { yieldToEventLoop } from './event-loop.ts'
import { type JsonLimits, JsonScan, jsonLimits } from './json-scan.ts'
import { decodeInSteps, longStringsIn, parseApart } from './json-strings.ts'

/** The text has passed a limit. */
export class JsonTooComplex extends Error {
  override name = 'JsonTooComplex'
  /** Such as "128 levels of nesting". */
  readonly limit: string
  constructor(limit: string) {
    super(`the JSON has more than ${limit}`)
    this.limit = limit
  }
}

/** A shorter text cannot nest beyond any sensible limit, and everything else in it is too little to count. */
const unscannedBytes = 256
/** Scanned, decoded or parsed in one step: some milliseconds. */
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

/** Scans and parses at once: for short texts. Throws as `parseBoundedJson` rejects. */
export function parseShortJson(bytes: Buffer, limits: JsonLimits = jsonLimits): unknown {
  const passed = bytes.length > unscannedBytes ? new JsonScan(limits).push(bytes) : undefined
  if (passed !== undefined) throw new JsonTooComplex(passed)
  return JSON.parse(bytes.toString('utf8'))
}

/**
 * Parses what a scan has let through: at once when it is short, else in steps: its long strings on their own, and what
 * is left decoded in pieces and parsed in a step of its own, because decoding tens of megabytes takes as long as
 * parsing them, and so does whatever the caller does next.
 */
export function parseScannedJson(bytes: Buffer): unknown {
  return bytes.length > stepBytes ? parseInSteps(bytes) : JSON.parse(bytes.toString('utf8'))
}

async function parseInSteps(bytes: Buffer): Promise<unknown> {
  const strings = await longStringsIn(bytes)
  return strings.length === 0 ? parseWhole(bytes) : parseApart(bytes, strings, parseWhole)
}

async function parseWhole(bytes: Buffer): Promise<unknown> {
  const text = (await decodeInSteps(bytes)).join('')
  await yieldToEventLoop()
  const value: unknown = JSON.parse(text)
  await yieldToEventLoop()
  return value
}

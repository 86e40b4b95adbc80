// Providers answer from our sample data until something is imported. Every such response says so.

/** The header that marks a response made from sample data; no header otherwise. */
export function sampleHeaders(isSample: boolean): Record<string, string> {
  return isSample ? { 'x-gateway-sample': 'true' } : {}
}

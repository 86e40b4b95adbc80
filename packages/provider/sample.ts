// Marks responses from our sample data, which providers use until something is imported.

/** Returns the header that marks a response as sample data; otherwise no header. */
export function sampleHeaders(isSample: boolean): Record<string, string> {
  return isSample ? { 'x-gateway-sample': 'true' } : {}
}

// The headers of every response (SOURCES 2.9).
import { sampleHeaders } from '#provider'

export function headersOf(isSample: boolean): Record<string, string> {
  return {
    'content-type': 'application/json',
    'cache-control': 'no-cache, private',
    ...sampleHeaders(isSample),
  }
}

// Writes exchanges as a HAR 1.2 file.
import { isUtf8 } from 'node:buffer'
import type { Exchange } from './exchange.ts'
import { recordedField, unknownType } from './read-har.ts'

/** Yields the text of a file in pieces; `version` is that of the gateway. */
export async function* writeHar(
  exchanges: AsyncIterable<Exchange> | Iterable<Exchange>,
  version: string,
): AsyncGenerator<string> {
  const creator = JSON.stringify({ name: 'Gatehouse', version })
  yield `{"log":{"version":"1.2","creator":${creator},"entries":[`
  let separator = '\n'
  for await (const exchange of exchanges) {
    yield separator + JSON.stringify(entryOf(exchange))
    separator = ',\n'
  }
  yield '\n]}}\n'
}

function entryOf(exchange: Exchange): object {
  const { startedAt, ms, recorded } = exchange
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: ms,
    request: requestOf(exchange),
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    ...(recorded ? { [recordedField]: recorded } : {}),
  }
}

/** The value of members that nobody measured. */
const unknown = -1
const protocol = { httpVersion: 'HTTP/1.1', cookies: [] }

function requestOf({ method, url, requestBody }: Exchange): object {
  const query = [...new URL(url).searchParams].map(([name, value]) => ({ name, value }))
  return {
    ...protocol,
    method,
    url,
    headers: [],
    queryString: query,
    ...(requestBody ? { postData: { mimeType: requestBody.contentType, text: requestBody.text } } : {}),
    headersSize: unknown,
    bodySize: requestBody ? Buffer.byteLength(requestBody.text) : 0,
  }
}

function responseOf({ status, contentType, headers, body }: Exchange): object {
  const bytes = Buffer.from(body)
  const listed = headers.map(([name, value]) => ({ name, value }))
  const type = contentType === '' ? [] : [{ name: 'content-type', value: contentType }]
  const text = isUtf8(bytes) ? { text: bytes.toString('utf8') } : { text: bytes.toString('base64'), encoding: 'base64' }
  return {
    ...protocol,
    status,
    statusText: '',
    headers: [...type, ...listed],
    content: { size: bytes.length, mimeType: contentType === '' ? unknownType : contentType, ...text },
    redirectURL: headers.find(([name]) => name === 'location')?.[1] ?? '',
    headersSize: unknown,
    bodySize: unknown,
  }
}

// Recorded answers out of a HAR file: reads of any listing, found by their address, and what a gateway has written.
import { effectOf } from '#define/reflect'
import { readHead } from '../../account/answers/answer-line.ts'
import type { KeptAnswer } from '../../account/answers/kept-answer.ts'
import { keyPlacesOf, requestOf } from '../../call/asked-for.ts'
import type { DeclaredParts, Exchange } from '../../record/har/exchange.ts'
import type { SkippedEntry } from '../../record/har/read-har.ts'
import { gatewayPlace, unkeptStatuses } from '../../upstream/keep.ts'
import { bodyValueOf, declaredOf, partsOf, queryOf } from './embedded-answers.ts'
import { createHarFile, type HarFileDeps } from './har-file.ts'
import type { KnownRequest } from './har-requests.ts'

interface HarAnswersDeps extends HarFileDeps {
  /** The gateway's address as callers see it. */
  readonly baseUrl: string
}
/**
 * Yields the answers of a file, which is in shared memory, in order, and adds what it skips to `skipped`. Fails with
 * 'input.invalid' for a file that is no HAR.
 */
export type AnswersOfHar = (har: Uint8Array, skipped: SkippedEntry[]) => AsyncGenerator<KeptAnswer>

/** The number of entries that leave the thread at once. Each time the file is parsed again, but few files have more. */
const batch = 2000
/** Response headers that are kept: those about the content. */
const keptHeaders = new Set(['content-disposition', 'content-language', 'last-modified'])
/** Headers with addresses, which this gateway has written for its own callers. */
const addressHeaders = new Set(['link', 'location', ...keptHeaders])

/** Creates the reader of files. */
export function createAnswersOfHar({ baseUrl, ...deps }: HarAnswersDeps): AnswersOfHar {
  const { run, knownRequests } = createHarFile(deps)
  return async function* answersOf(har, skipped) {
    const known = await knownRequests(har, undefined, skipped)
    const wanted: [number, KnownRequest][] = []
    for (const [index, request] of known)
      if (request.isRecorded || effectOf(request.route.endpoint) === 'read') wanted.push([index, request])
      else skipped.push({ index, reason: 'it is no read' })
    for (let from = 0; from < wanted.length; from += batch) {
      const entries = wanted.slice(from, from + batch).map(([index, request]) => [index, entryOf(request)] as const)
      const result = await run({ kind: 'exchanges', har, wanted: new Map(entries) })
      if (!('exchanges' in result)) throw new TypeError('the thread read no exchanges')
      skipped.push(...result.skipped)
      for (const exchange of result.exchanges) {
        const request = known.get(exchange.index)
        if (!request) continue
        if (exchange.recorded) {
          const read = recordedFrom(request, exchange)
          if (typeof read === 'string') skipped.push({ index: exchange.index, reason: read })
          else yield read
        } else if (exchange.method === 'HEAD' || unkeptStatuses.has(exchange.status))
          skipped.push({
            index: exchange.index,
            reason: `its answer is not kept: ${exchange.method} ${exchange.status}`,
          })
        else yield keptFrom(request, exchange, baseUrl)
      }
    }
  }
}

const nothing: DeclaredParts = { query: new Set(), headers: new Set(), body: 'none' }

function entryOf(request: KnownRequest) {
  const { listing, route, isOurs, isRecorded } = request
  if (isRecorded) return { declared: declaredOf(request), unwraps: false, parts: nothing }
  const headers = isOurs ? addressHeaders : keptHeaders
  const keys = keyPlacesOf(route.endpoint.auth ?? listing.api.auth)
  return { declared: declaredOf(request), unwraps: isOurs, parts: { ...partsOf(request), headers, keys } }
}

/** Returns the answer that a gateway has written, or why it cannot be taken. */
function recordedFrom({ listing, route }: KnownRequest, { recorded, body }: Exchange): KeptAnswer | string {
  const read = readHead(recorded, Buffer.from(body))
  if (typeof read === 'string') return `its _gatehouse: ${read}`
  const { request } = read
  return request.listing === listing.slug && request.endpoint === route.id
    ? read
    : 'its _gatehouse names another operation than its address'
}

function keptFrom(request: KnownRequest, exchange: Exchange, baseUrl: string): KeptAnswer {
  const { listing, route, pathValues } = request
  const { requestBody, contentType } = exchange
  const query = queryOf(request, exchange.url)
  const header = (name: string) => (name === 'content-type' ? requestBody?.contentType : undefined)
  const { values } = listing.compiled(route).reader({ pathValues, query, header, hasStoredKey: true })
  const parts = { listing, route, pathValues, query, values, header }
  return {
    request: requestOf({
      ...parts,
      body: requestBody && Buffer.from(requestBody.text),
      bodyValue: requestBody && bodyValueOf(request, requestBody),
    }),
    // request headers were not read: the answer suits any of them
    varies: {},
    at: exchange.startedAt,
    status: exchange.status,
    headers: [
      ...(contentType === '' ? [] : [['content-type', contentType] as const]),
      ...exchange.headers.map(([name, value]) => [name, value.replaceAll(baseUrl, gatewayPlace)] as const),
    ],
    body: Buffer.from(exchange.body),
    beats: null,
  }
}

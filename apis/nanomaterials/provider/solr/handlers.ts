// `/select` by GET and by POST.
import { type Call, type Chunks, type Reply, reply } from '#define'
import { createPacer, ownMember, paced, sampleHeaders } from '#provider'
import { SolrProblem, solrRefusal } from '../errors.ts'
import { answerTo } from './answer.ts'
import type { SolrIndex } from './documents/solr-index.ts'
import type { RealSolr } from './real-solr.ts'
import { echo, fromForm, fromJson, fromQuery, type SolrRequest } from './request/parameters.ts'
import type { SolrAnswer } from './response/body.ts'
import { csvPieces } from './response/csv.ts'
import { jsonPieces } from './response/json.ts'
import { xmlPieces } from './response/xml.ts'

export interface SolrSource {
  readonly index: SolrIndex
  readonly isSample: boolean
}

interface Format {
  readonly contentType: string
  readonly pieces: (answer: SolrAnswer, request: SolrRequest) => Iterable<string>
}
const json: Format = {
  contentType: 'application/json; charset=utf-8',
  pieces: (answer, request) => jsonPieces(answer, request.one('json.nl') ?? 'flat'),
}
const formats: Readonly<Record<string, Format>> = {
  json,
  xml: { contentType: 'application/xml; charset=utf-8', pieces: xmlPieces },
  csv: { contentType: 'text/csv; charset=utf-8', pieces: csvPieces },
}

interface SelectOptions {
  readonly read: () => Promise<SolrSource>
  /** Returns milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Real Solr of the operator; undefined if none is configured. */
  readonly real: RealSolr | undefined
}

export function createSelect({ read, now, real }: SelectOptions) {
  async function select(makeRequest: () => SolrRequest): Promise<Reply<Chunks>> {
    const begunMs = now()
    const header = (status: number, request?: SolrRequest) => ({
      zkConnected: true,
      status,
      QTime: Math.max(0, Math.round(now() - begunMs)),
      params: request ? echo(request) : {},
    })
    let request: SolrRequest | undefined
    try {
      request = makeRequest()
      const format = ownMember(formats, request.one('wt') ?? 'json')
      if (!format) throw new SolrProblem('wt must be json, xml or csv')
      const { index, isSample } = await read()
      const answer = await answerTo(index, request, createPacer())
      const shown = {
        ...answer,
        header: /^(?:true|on|yes)$/i.test(request.one('omitHeader') ?? '') ? undefined : header(0, request),
      }
      const headers = { ...sampleHeaders(isSample), 'content-type': format.contentType }
      return reply(paced(format.pieces(shown, request)), { headers })
    } catch (error) {
      throw error instanceof SolrProblem ? solrRefusal(header(400, request), error) : error
    }
  }
  function answer(makeRequest: () => SolrRequest, call: Call, body?: object): Promise<Reply<Chunks>> {
    return real ? forwarded(real, makeRequest, call, body) : select(makeRequest)
  }

  return {
    select: (_input: unknown, call: Call) => answer(() => fromQuery(call.request.query), call),
    selectByPost: ({ body }: { readonly body?: unknown }, call: Call) => {
      const { query, headers } = call.request
      if (typeof body !== 'object' || body === null || Buffer.isBuffer(body))
        return answer(() => fromQuery(query), call)
      const isForm = headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded')
      return answer(() => (isForm ? fromForm(query, body) : fromJson(query, body)), call, body)
    },
  }
}

async function forwarded(
  real: RealSolr,
  makeRequest: () => SolrRequest,
  call: Call,
  body: object | undefined,
): Promise<Reply<Chunks>> {
  let request: SolrRequest
  try {
    request = makeRequest()
  } catch (error) {
    throw error instanceof SolrProblem ? solrRefusal({ status: 400, QTime: 0, params: {} }, error) : error
  }
  return real.select(request, call, body)
}

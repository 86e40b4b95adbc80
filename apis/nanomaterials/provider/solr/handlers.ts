// `/select` by GET and by POST.
import { type Call, type Chunks, type Reply, reply } from '#define'
import { createPacer, sampleHeaders } from '#provider'
import { paced } from '../answers/ambit.ts'
import { SolrProblem, solrRefusal } from '../errors.ts'
import { answerTo } from './answer.ts'
import type { SolrIndex } from './documents/solr-index.ts'
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

export function createSelect(read: () => Promise<SolrSource>, now: () => number) {
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
      const format = formats[request.one('wt') ?? 'json']
      if (!format) throw new SolrProblem('wt must be json, xml or csv')
      const { index, isSample } = await read()
      const answer = await answerTo(index, request, createPacer())
      const shown = { ...answer, header: header(0, request) }
      const headers = { ...sampleHeaders(isSample), 'content-type': format.contentType }
      return reply(paced(format.pieces(shown, request)), { headers })
    } catch (error) {
      throw error instanceof SolrProblem ? solrRefusal(header(400, request), error) : error
    }
  }
  return {
    select: (_input: unknown, { request }: Call) => select(() => fromQuery(request.query)),
    selectByPost: ({ body }: { readonly body?: unknown }, { request }: Call) =>
      select(() => {
        if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return fromQuery(request.query)
        const isForm = request.headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded')
        return isForm ? fromForm(request.query, body) : fromJson(request.query, body)
      }),
  }
}

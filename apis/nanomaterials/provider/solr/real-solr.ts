// Forwards `/select` to a real Solr of the operator, with search parameters only.
import { type Call, type Chunks, type ProviderKit, type Reply, refuse, reply } from '#define'
import { OutboundFailure } from '#define/outbound'
import { withoutTrailing } from '#define/texts'
import { SolrProblem, solrRefusal } from '../errors.ts'
import type { SolrRequest } from './request/parameters.ts'

type Kit = Pick<ProviderKit, 'outbound' | 'log'>
export interface RealSolr {
  /** Rejects with 502 or 504 in the form of Solr's errors if Solr is unreachable. */
  select(request: SolrRequest, call: Call, body?: object): Promise<Reply<Chunks>>
}

/**
 * Reads `{ "solr": { "url": "http://127.0.0.1:8983/solr/enm" } }`, the address of a core or collection; undefined
 * without one. Throws an error that says what to correct.
 */
export function readSolrUrl(config: unknown): string | undefined {
  if (config === undefined) return undefined
  const url: unknown = Object(Object(config).solr).url
  if (Object.keys(Object(config)).join() !== 'solr' || typeof url !== 'string')
    throw new Error('nanomaterials.json: it has one member, solr, which has one member, url')
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isPlain = parsed && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.search === ''
  if (!isPlain) throw new Error('nanomaterials.json: solr.url must be an http or https address of a Solr core')
  return withoutTrailing(url, '/')
}

const contentTypes: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}
/**
 * Parameters that would make Solr call other hosts, read files, run scripts or leave `/select`: other handlers and
 * collections, shards, streams, templates, and nested requests, which could contain all of these.
 */
const refusedNames =
  /^(?:qt|shards|shards\..*|shard\..*|stream\..*|tr|v\..*|collection|_route_|distrib|isShard|json|json\.(?!facet$|nl$).*|expr|expandMacros)$/i
/** Texts that use a parser of XML with entities, joins with other collections, or transformers that query those. */
const refusedTexts = /xmlparser|fromIndex|\[\s*(?:subquery|xslt)/i

export function createRealSolr({ outbound, log }: Kit, url: string): RealSolr {
  return {
    async select(request, { signal, request: { query, headers } }, body) {
      const wt = request.one('wt') ?? 'json'
      const contentType = contentTypes[wt]
      // a request can name several, and Solr chooses which of them counts
      if (contentType === undefined || request.all('wt').some((one) => one !== wt))
        throw solrRefusal(header(400), new SolrProblem('wt must be json, xml or csv, once'))
      checkSearchOnly(request, body)
      const parameters = new URLSearchParams(query)
      if (!parameters.has('wt')) parameters.set('wt', wt)
      const isForm = headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded')
      try {
        const answer = await outbound({
          url: `${url}/select?${parameters}`,
          headers: { accept: '*/*', ...(body && { 'content-type': isForm ? formType : 'application/json' }) },
          ...(body && { method: 'POST', body: isForm ? formOf(body) : JSON.stringify(body) }),
          signal,
        })
        const { 'content-type': type = '' } = answer.headers
        const isSolr = (answer.status === 200 || answer.status >= 400) && !/^\s*text\/html/i.test(type)
        if (!isSolr) {
          answer.cancel()
          log.warn('the Solr of nanomaterials.json gave no answer of Solr', { status: answer.status })
          throw failed(502)
        }
        return reply(answer.body, { status: answer.status, headers: { 'content-type': contentType } })
      } catch (error) {
        if (!(error instanceof OutboundFailure)) throw error
        log.warn('the Solr of nanomaterials.json cannot be asked', { reason: error.reason })
        throw failed(error.reason === 'slow' ? 504 : 502)
      }
    },
  }
}

const formType = 'application/x-www-form-urlencoded'

function formOf(body: object): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(body))
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, String(one))
  return form.toString()
}

function checkSearchOnly(request: SolrRequest, body: object | undefined): void {
  const refused = request.names.find((name) => refusedNames.test(name))
  if (refused !== undefined)
    throw solrRefusal(header(400), new SolrProblem(`the parameter ${refused.slice(0, 60)} is not passed on`))
  const texts = [...request.names.flatMap((name) => request.all(name)), JSON.stringify(body ?? null)]
  if (texts.some((text) => refusedTexts.test(text)))
    throw solrRefusal(header(400), new SolrProblem('this parser, join or transformer is not passed on'))
}

const header = (status: number) => ({ status, QTime: 0, params: {} })

function failed(status: 502 | 504) {
  return refuse(status, {
    responseHeader: header(status),
    error: { msg: "The operator's Solr does not answer. Try again later.", code: status },
  })
}

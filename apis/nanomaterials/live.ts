// Adapts calls to the live servers: JSON has to be requested, and two parameters have other names in the server's
// source than in its documentation (SOURCES 1.3, 2.1).
import { defineLive, type LiveAdaptation, type LiveRequest } from '#define/live'
import api from './api.ts'

const ambit: LiveAdaptation = { request: askForJson }

export default defineLive(api, {
  listInvestigation: ambit,
  searchCompound: ambit,
  searchSimilar: ambit,
  searchSubstructure: ambit,
  countStudies: { request: renamed('top', 'topcategory') },
  listSubstances: ambit,
  getSubstance: ambit,
  getComposition: ambit,
  listStructures: ambit,
  listStudies: { request: renamed('investigation_uuid', 'investigation') },
  getStudySummary: ambit,
  select: { request: ({ query }) => setFormat(query) },
  // a form can name its own format
  selectByPost: { request: ({ query, headers }) => (isForm(headers) ? undefined : setFormat(query)) },
})

/** Requests JSON: AMBIT responds with a web page unless a header or a parameter requests a format (SOURCES 1.3). */
function askForJson({ query, headers }: LiveRequest): void {
  if (['media', 'accept-header', 'jsonp', 'callback'].some((name) => query.has(name))) return
  const { accept } = headers
  if (accept === undefined || /^\s*(\*\/\*|text\/html)/.test(accept)) headers.accept = 'application/json'
}

/** Requests JSON: older Solr responds with XML unless `wt` names a format (SOURCES 1.4). */
function setFormat(query: URLSearchParams): void {
  if (!query.has('wt')) query.set('wt', 'json')
}

/** Requests JSON and also sends a value under the server's own name; the server ignores the documented name. */
function renamed(from: string, to: string): (call: LiveRequest) => void {
  return (call) => {
    askForJson(call)
    const value = call.query.get(from)
    if (value !== null && !call.query.has(to)) call.query.set(to, value)
  }
}

function isForm(headers: Readonly<Record<string, string>>): boolean {
  return headers['content-type']?.trimStart().toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false
}

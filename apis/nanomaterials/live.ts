// What the live servers need beyond the declared call: JSON has to be asked for, and two parameters have other names in the
// server than in its documentation.
import { defineLive, type LiveAdaptation, type LiveRequest } from '#define'
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
  // a form may name its format itself
  selectByPost: { request: ({ query, headers }) => (isForm(headers) ? undefined : setFormat(query)) },
})

/** AMBIT sends a page to whoever does not ask for a format by header or by one of its own parameters. */
function askForJson({ query, headers }: LiveRequest): void {
  if (['media', 'accept-header', 'jsonp', 'callback'].some((name) => query.has(name))) return
  const { accept } = headers
  if (accept === undefined || /^\s*(\*\/\*|text\/html)/.test(accept)) headers.accept = 'application/json'
}

/** Older Solr answers XML unless told otherwise. */
function setFormat(query: URLSearchParams): void {
  if (!query.has('wt')) query.set('wt', 'json')
}

/** Asks for JSON and says a value under the server's name too; a name it does not know it ignores. */
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

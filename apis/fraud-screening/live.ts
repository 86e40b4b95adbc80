// The provider answers with XML when no format is named (SOURCES 1.4); here the answer is JSON unless the caller
// requests XML.
import { defineLive, type LiveRequest } from '#define'
import api from './api.ts'

/** Names JSON in the query, unless the call names a format or has a body that may name one. */
function askForJson({ query, headers }: LiveRequest): void {
  if (!query.has('format') && headers['content-type'] === undefined) query.set('format', 'json')
}

export default defineLive(api, { feedback: { request: askForJson }, screen: { request: askForJson } })

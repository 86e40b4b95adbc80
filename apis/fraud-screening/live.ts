// Requests JSON from the provider, whose default is XML (SOURCES 1.4), unless the caller requests XML.
import { defineLive, type LiveRequest } from '#define/live'
import api from './api.ts'

/** Sets `format` to JSON in the query, unless the call names a format or has a body that could name one. */
function askForJson({ query, headers }: LiveRequest): void {
  if (!query.has('format') && headers['content-type'] === undefined) query.set('format', 'json')
}

export default defineLive(api, { feedback: { request: askForJson }, screen: { request: askForJson } })

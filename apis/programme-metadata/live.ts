// Requests JSON: the live provider responds with XML unless JSON is requested (SOURCES 1.3); here XML is sent only if a
// caller names it.
import { defineLive, type LiveAdaptation } from '#define/live'
import api from './api.ts'

const asJson: LiveAdaptation = {
  request({ headers }) {
    const { accept } = headers
    if (accept === undefined || !/\b(json|xml)\b/.test(accept) || accept.includes('text/html'))
      headers.accept = 'application/json'
  },
}
const feeds = Object.keys(api.endpoints).filter((id) => id !== 'getSchema')

export default defineLive(api, Object.fromEntries(feeds.map((id) => [id, asJson])))

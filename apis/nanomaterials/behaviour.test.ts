// What live calls send beyond the declared call.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import live from './live.ts'

function leaving(id: string, search: string, sent: Record<string, string> = {}) {
  const request = { path: '/', query: new URLSearchParams(search), headers: { ...sent } }
  live[id]?.request?.(request)
  return { search: request.query.toString(), accept: request.headers.accept }
}

test('AMBIT is asked for JSON unless the caller names another format', () => {
  for (const accept of ['*/*', 'text/html,application/xml;q=0.9', 'application/json'])
    assert.equal(leaving('listSubstances', '', { accept }).accept, 'application/json')
  assert.equal(leaving('listSubstances', '').accept, 'application/json')
  assert.equal(leaving('listInvestigation', '', { accept: 'text/csv' }).accept, 'text/csv')
  assert.equal(leaving('listSubstances', 'media=text/csv', { accept: '*/*' }).accept, '*/*')
})

test('a value is sent under the documented and the server’s name, and never overrides one of the caller', () => {
  assert.equal(leaving('countStudies', 'top=TOX').search, 'top=TOX&topcategory=TOX')
  assert.equal(leaving('countStudies', 'top=TOX&topcategory=ECOTOX').search, 'top=TOX&topcategory=ECOTOX')
  assert.equal(leaving('listStudies', 'investigation_uuid=a').search, 'investigation_uuid=a&investigation=a')
  assert.equal(leaving('listStudies', '').search, '')
})

test('Solr is asked for JSON unless the caller or a form names another format', () => {
  assert.equal(leaving('select', 'q=a').search, 'q=a&wt=json')
  assert.equal(leaving('select', 'q=a&wt=csv').search, 'q=a&wt=csv')
  assert.equal(leaving('selectByPost', '', { 'content-type': 'application/json' }).search, 'wt=json')
  const form = 'Application/X-WWW-form-urlencoded; charset=utf-8'
  assert.equal(leaving('selectByPost', '', { 'content-type': form }).search, '')
})

// gatehouse record against a real gateway and a provider: answers are kept, shown, saved, removed and loaded again.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openGateway } from '../../tests/harness/open-gateway.ts'
import { proxyApis } from '../../tests/harness/proxy-apis.ts'
import { openUpstream, sendJson } from '../../tests/harness/upstream.ts'
import { captured, emptyFolder } from './captured-io.fixture.ts'

test('answers are recorded, listed, shown, exported, deleted and imported again', async (t) => {
  const provider = await openUpstream(t, (_request, response) => sendJson(response, { fact: 'cats sleep' }))
  const gateway = await openGateway(t, { apis: proxyApis(provider.url) })
  const cwd = emptyFolder((close) => t.after(close))
  const cli = (...words: string[]) => captured(['--data', gateway.dataDir, ...words], { cwd })
  assert.match((await cli('record', 'list')).out, /^No answers are kept\. Keep some: gatehouse record start <slug>\n$/)
  assert.equal((await cli('record', 'start', 'plain', '--for', 'ever')).code, 2)
  assert.match(
    (await cli('record', 'start', 'plain', '--for', '1h', '--writes')).out,
    /^Answers of plain are kept until 20/,
  )
  assert.equal((await gateway.call('/v1/proxy/plain/things?page=2')).status, 200)
  assert.equal((await cli('record', 'stop', 'plain')).out, 'Answers of plain are no longer kept.\n')
  assert.equal((await gateway.call('/v1/proxy/plain/things?page=3')).status, 200)

  const { answers } = (await cli('--json', 'record', 'list', '--slug', 'plain')).json() as { answers: { id: string }[] }
  assert.equal(answers.length, 1)
  const id = String(answers[0]?.id)
  assert.match((await cli('record', 'show', id)).out, /parameters +\{"page":2\}[\s\S]*\{"fact":"cats sleep"\}\n$/)
  assert.equal((await cli('record', 'export', 'kept.jsonl')).out, 'Answers written into kept.jsonl: 1.\n')
  assert.equal((await cli('record', 'export', 'kept.har')).out, 'Answers written into kept.har: 1.\n')
  assert.equal((await cli('record', 'delete', id)).code, 0)
  assert.equal((await cli('record', 'show', id)).code, 5)
  assert.equal((await cli('record', 'import', 'kept.jsonl')).out, 'Answers read: 1; added: 1; refused: 0.\n')
  assert.equal((await cli('record', 'import', 'kept.jsonl')).out, 'Answers read: 1; added: 0; refused: 0.\n')
  assert.equal((await cli('record', 'import', 'kept.har')).out, 'Entries read: 1; added: 0; skipped: 0.\n')
  assert.match((await cli('record', 'delete', '--all', '--yes')).out, /^Removed/)
  assert.equal((await cli('record', 'import', 'kept.har')).out, 'Entries read: 1; added: 1; skipped: 0.\n')
  writeFileSync(join(cwd, 'wrong.jsonl'), 'nothing\n')
  assert.match((await cli('record', 'import', 'wrong.jsonl')).out, /^Line 1: it is not JSON\.\n.* refused: 1\.\n$/)
  assert.equal((await cli('record', 'import', 'none.jsonl')).code, 2)
  assert.equal((await cli('record', 'delete')).code, 2)
  assert.equal((await cli('record', 'delete', '--all')).out, 'Removed 1.\n')
})

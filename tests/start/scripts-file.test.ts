// Guarantees of the file of scripts: the gateway's own models follow it, a problem is reported with its line, and so
// is a rule that has matched nothing.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../harness/open-gateway.ts'

const apis = await loadApis(undefined, ['model-routing', 'randomness'])

function scriptsFile(t: TestContext, text: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-scripts-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'scripts.json')
  writeFileSync(path, text)
  return { GATEHOUSE_SCRIPTS: path }
}

const followed = `{
  "rules": [
    { "match": { "text": { "contains": "tide" } }, "answers": [{ "text": "High." }, { "text": "Low." }] },
    {
      "match": { "model": "nobody" },
      "answer": { "text": "Never." }
    }
  ]
}`

test('the embedded models follow the file, and a rule that has matched nothing is reported at the end', async (t) => {
  const gateway = await openGateway(t, { apis, environment: scriptsFile(t, followed) })
  const said: unknown[] = []
  for (let call = 0; call < 3; call++) {
    const answer = await gateway.call('/v1/proxy/model-routing/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'How is the tide?' }] }),
    })
    said.push(Object(await answer.json()).choices[0].message.content)
  }
  assert.deepEqual(said, ['High.', 'Low.', 'Low.'])
  await gateway.stop()
  const reported = gateway.logged.filter((line) => line.includes('has matched no call'))
  assert.equal(reported.length, 1)
  assert.match(String(reported[0]), /"line":4\b/)
})

test('a file that cannot be followed refuses the start, with line and reason', async (t) => {
  for (const [text, problem] of [
    [
      '{\n "rules": [\n  { "match": {}, "answer": { "text": "a" } },\n  { "match": { "turn": -1 }, "answer": {} }\n]}',
      /line 4: rules\[1\]\.match\.turn is a whole number/,
    ],
    ['{\n "rules": [\n  { "answer" { } }\n]}', /line 3: /],
    ['{\n "rules": [], "pace": {} }', /line 1: pace\.firstMs/],
    ['[]', /line 1: .*rules/],
    ['', /line 1: /],
  ] as const)
    await assert.rejects(openGateway(t, { apis, environment: scriptsFile(t, text) }), problem)
  await assert.rejects(openGateway(t, { apis, environment: { GATEHOUSE_SCRIPTS: '/nowhere.json' } }), /cannot be read/)
  const others = apis.filter(({ api }) => api.slug !== 'model-routing')
  await assert.rejects(
    openGateway(t, { apis: others, environment: scriptsFile(t, followed) }),
    /no API of this gateway follows scripts/,
  )
})

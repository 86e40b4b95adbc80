// `gatehouse logs` against a real gateway: what was logged, what is logged meanwhile, and who may read it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openGateway } from '../../tests/harness/open-gateway.ts'
import { openUpstream } from '../../tests/harness/upstream.ts'
import { sampleApis } from '../gateway/src/api/admin/sample-apis.fixture.ts'
import { captured } from './captured-io.fixture.ts'

const secret = 'weather-secret-0123456789-abcd'

describe('gatehouse logs', () => {
  test('shows the lines of the gateway, none of them with a key', async (t) => {
    const upstream = await openUpstream(
      { after: (close) => t.after(close) },
      (_request, response) => void response.destroy(),
    )
    const upstreams = { weather: upstream.url, 'weather-pro': upstream.url }
    const gateway = await openGateway({ after: (close) => t.after(close) }, { apis: sampleApis(), upstreams })
    await gateway.storeKey(gateway.demoAccountId, 'weather', secret)
    const failed = await gateway.call('/v1/proxy/weather/current/lyon')
    assert.equal(failed.status, 502)
    const id = failed.headers.get('x-request-id') ?? ''

    const shown = await captured(['--data', gateway.dataDir, 'logs', '--level', 'warn'])
    assert.deepEqual([shown.code, shown.err], [0, ''])
    assert.match(shown.out, new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d  warn   call failed .*${id}`, 'm'))
    assert.doesNotMatch(shown.out, /weather-secret|gh_(live|admin)_/)

    const asJson = await captured(['--data', gateway.dataDir, '--json', 'logs', '--level', 'warn', '--limit', '1'])
    assert.equal(asJson.json().message, 'call failed')
  })

  test('follows until the gateway is gone, and shows no line twice and none of its own polling', async (t) => {
    const gateway = await openGateway({ after: (close) => t.after(close) }, { apis: sampleApis() })
    const following = captured(['--data', gateway.dataDir, '--json', 'logs', '--follow'])
    const idsOf = (text: string) => text.match(/req_\w+/g) ?? []
    const ids: (string | null)[] = []
    for (let calls = 0; calls < 4; calls++) {
      const answer = await gateway.call('/v1/proxy/dictionary/define?word=tea')
      ids.push(answer.headers.get('x-request-id'))
      await new Promise((resolve) => setTimeout(resolve, 700))
    }
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await gateway.stop()
    const { code, out } = await following
    assert.equal(code, 3)
    assert.deepEqual(
      idsOf(out).filter((id) => ids.includes(id)),
      ids,
    )
    assert.ok((out.match(/listLogLines/g) ?? []).length <= 1, out)
  })

  test('is for the operator alone', async (t) => {
    const gateway = await openGateway({ after: (close) => t.after(close) }, { apis: sampleApis() })
    const { key } = await gateway.account()
    assert.equal((await gateway.call('/v1/admin/logs', { key })).status, 401)
    const refused = await captured(['--url', gateway.baseUrl, '--admin-key', 'gh_admin_wrong', 'logs'])
    assert.equal(refused.code, 4)
  })
})

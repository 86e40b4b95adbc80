// gatehouse sandbox and keys of sandboxes against a real gateway: made, broken on purpose, moved in time, taken back.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openGateway } from '../../tests/harness/open-gateway.ts'
import { loadApis } from '../gateway/src/process/load-apis.ts'
import { captured, emptyFolder } from './captured-io.fixture.ts'

test('a key of a sandbox has all its calls answered there, and is listed with it', async (t) => {
  const gateway = await openGateway(t, { apis: await loadApis(undefined, ['randomness']) })
  const cli = (...words: string[]) => captured(['--data', gateway.dataDir, ...words])
  const { key, id } = (await cli('--json', 'keys', 'create', 'ci', '--sandbox', 'ci-7')).json()
  const call = async () => {
    const answer = await gateway.call('/v1/proxy/randomness/dice?count=1', { key: String(key) })
    return [answer.status, answer.headers.get('x-gateway-sandbox'), /no sandbox ci-7/.test(await answer.text())]
  }
  const nowhereElse = [404, 'ci-7', true]
  assert.deepEqual(await call(), nowhereElse, 'before the sandbox is made')
  assert.equal((await cli('sandbox', 'create', 'ci-7', '--now', '2027-01-01T00:00:00Z')).code, 0)
  assert.deepEqual(await call(), [200, 'ci-7', false])
  assert.match((await cli('keys', 'list')).out, new RegExp(`^${id} +ci +gateway .* sandbox=ci-7 `, 'm'))

  assert.equal((await cli('sandbox', 'delete', 'ci-7', '--yes')).code, 0)
  assert.deepEqual(await call(), nowhereElse, 'after it is gone')
})

test('each command of sandboxes does what it says', async (t) => {
  const gateway = await openGateway(t, { apis: await loadApis(undefined, ['randomness', 'model-routing']) })
  const cwd = emptyFolder((close) => t.after(close))
  const cli = async (...words: string[]) => {
    const run = await captured(['--data', gateway.dataDir, 'sandbox', ...words], { cwd })
    return [run.code, run.out || run.err] as const
  }
  const fails = async (words: readonly string[], code: number, says: RegExp) => {
    const [found, text] = await cli(...words)
    assert.deepEqual([found, says.test(text)], [code, true], `${words.join(' ')}: ${text}`)
  }
  const says = (words: readonly string[], text: RegExp) => fails(words, 0, text)
  const dice = async () => {
    const headers = { 'x-gateway-sandbox': 'ci' }
    const answer = await gateway.call('/v1/proxy/randomness/dice?count=9&sides=1000', { headers })
    return [answer.status, await answer.text()]
  }
  await says(['create', 'ci', '--now', '2027-01-01T00:00:00Z', '--seed', '7'], /^name +ci\nseed +7\nclock +2027-01-01/)
  await fails(['create', 'ci'], 1, /of this name/)
  await fails(['create', 'Ci'], 1, /name/)
  await says(['list'], /ci +2027-01-01T00:00:00\.000Z/)
  const first = await dice()
  await says(['snapshot', 'ci', 'after-one'], /^after-one keeps ci/)
  const second = await dice()
  assert.notDeepEqual(second, first)
  await says(['clock', 'ci', '--advance', 'P1DT12H'], /clock +2027-01-02T12:00:00\.000Z, standing/)
  await says(['clock', 'ci', '--run'], /running/)
  await says(['clock', 'ci', '--stop'], /standing/)
  await fails(['clock', 'ci'], 2, /one of --now, --advance, --run and --stop/)
  await says(['restore', 'ci', 'after-one'], /^ci is as after-one has it/)
  await says(['show', 'ci'], /clock +2027-01-01T00:00:00\.000Z, standing[\s\S]*snapshots +after-one/)
  await fails(['restore', 'ci', 'none'], 5, /no snapshot none/)
  await says(['create', 'copy', '--from', 'ci', '--snapshot', 'after-one'], /^name +copy/)

  writeFileSync(join(cwd, 'faults.json'), '{"rules":[{"match":{"nth":[1]},"do":{"status":503}}]}')
  await says(['faults', 'ci', '--set', 'faults.json'], /"status":503.* 0 +0\n$/)
  assert.equal((await dice())[0], 503)
  assert.equal((await dice())[0], 200)
  await says(['faults', 'ci'], /"status":503.* 2 +1\n$/)
  await says(['journal', 'ci', '--limit', '2'], /"endpoint":"dice".*"fault":"1"\}\n.*"endpoint":"dice".*\}\n$/)
  await says(['faults', 'ci', '--clear'], /^No rules\.\n$/)
  writeFileSync(join(cwd, 'scripts.json'), '{"rules":[{"answer":{"text":"Hello."}}]}')
  await says(['scripts', 'ci', '--set', 'scripts.json'], /"text":"Hello\."/)
  await says(['scripts', 'ci', '--clear'], /^No rules\.\n$/)

  await says(['reset', 'ci'], /^ci is reset\.\n$/)
  assert.deepEqual(await dice(), first)
  await says(['delete', 'ci', '--snapshot', 'after-one', '--yes'], /^after-one of ci is removed/)
  await says(['delete', 'copy', '--yes'], /^copy is removed/)
  await fails(['show', 'copy'], 5, /no sandbox copy/)
})

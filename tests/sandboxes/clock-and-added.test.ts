// Scheduled work on the way of a moved clock, and APIs that the operator has added, in sandboxes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineApi, defineExamples, defineProvider, get, hosted, keyless, obj, str } from '#define'
import { defineLive } from '#define/live'
import type { LoadedApi } from '../../packages/gateway/src/process/load-apis.ts'
import { admin, petDocument } from '../added-apis/document.ts'
import { jsonOf, openSandboxWorld } from './sandbox-world.ts'

const hourMs = 3_600_000
/** The time of the gateway itself, which stands. */
const ownTime = '2026-01-01T00:00:00Z'

/** An API whose jobs note the time that they see; `ran` returns the notes since it was last called. */
function scheduledApi(): LoadedApi & { readonly ran: () => string[] } {
  const ran: string[] = []
  const endpoints = { now: get('/now', 'The time', { returns: obj({ now: str() }) }) }
  const api = defineApi({
    ...{ slug: 'scheduled', title: 'Scheduled', summary: 'Time.', surface: hosted, auth: keyless, upstream: null },
    endpoints,
  })
  const provider = defineProvider(api, {
    jobs: {
      daily: { everyMs: 24 * hourMs, offline: true },
      hourly: { everyMs: hourMs, offline: true, waitsFirst: true },
      fetching: { everyMs: hourMs },
    },
    open(kit) {
      const note = (name: string) => async () =>
        void ran.push(`${name} ${new Date(kit.now()).toISOString().slice(0, 16)}`)
      const jobs = { daily: note('daily'), hourly: note('hourly'), fetching: note('fetching') }
      return { handlers: { now: () => ({ now: new Date(kit.now()).toISOString() }) }, jobs }
    },
  })
  const examples = defineExamples(endpoints, { now: { output: { now: '2027-01-01T00:00:00.000Z' } } })
  // those of the gateway's own provider are of its own time
  const ofSandbox = () => ran.splice(0).filter((one) => !one.includes(ownTime.slice(0, 10)))
  return { api, provider, live: defineLive(api, {}), examples, ran: ofSandbox }
}

test('scheduled work that falls due on the way runs in order, at its own time, and calls out for nothing', async (t) => {
  const scheduled = scheduledApi()
  const platform = { clock: () => Date.parse(ownTime) }
  const world = await openSandboxWorld(t, { apis: [scheduled], platform })
  await world.manage('POST', '', { name: 'ci', now: '2027-01-01T00:00:00Z' })
  await world.manage('PATCH', '/ci/clock', { advance: 'PT3H' })
  assert.deepEqual(scheduled.ran(), [], 'an API that was not called has nothing to do')
  assert.equal(
    (await jsonOf<{ now: string }>(await world.inside('ci', '/scheduled/now'))).now,
    '2027-01-01T03:00:00.000Z',
  )
  await world.manage('PATCH', '/ci/clock', { advance: 'P1DT30M' })
  const dayAndHours = scheduled.ran()
  assert.equal(dayAndHours.length, 25)
  assert.deepEqual(dayAndHours.slice(0, 2), ['hourly 2027-01-01T04:00', 'hourly 2027-01-01T05:00'])
  assert.deepEqual(dayAndHours.slice(-2), ['daily 2027-01-02T03:00', 'hourly 2027-01-02T03:00'])

  await world.manage('PATCH', '/ci/clock', { now: '2027-03-01T00:00:00Z' })
  const months = scheduled.ran()
  const hourly = months.filter((one) => one.startsWith('hourly'))
  assert.deepEqual(
    [hourly.length, hourly.at(0), hourly.at(-1)],
    [100, 'hourly 2027-02-24T21:00', 'hourly 2027-03-01T00:00'],
  )
  assert.equal(months.filter((one) => one.startsWith('daily')).length, 57)
})

test('an added API keeps its resources in the sandbox, also one that is added while it is open', async (t) => {
  const world = await openSandboxWorld(t, { apis: [scheduledApi()] })
  await world.manage('POST', '', { name: 'ci' })
  await (await world.inside('ci', '/scheduled/now')).text()
  const added = await admin(world.gateway, 'POST', '/apis?slug=pets', petDocument())
  assert.equal(added.status, 201, added.text)
  const body = JSON.stringify({ name: 'Rex', kind: 'dog' })
  const made = await world.inside('ci', '/pets/pets', { method: 'POST', body })
  assert.ok(made.ok, await made.clone().text())
  await made.text()
  const listOf = async (headers: Record<string, string>) =>
    (await world.gateway.call('/v1/proxy/pets/pets', { key: world.key, headers })).text()
  assert.match(await listOf({ 'x-gateway-sandbox': 'ci' }), /Rex/)
  assert.doesNotMatch(await listOf({ 'x-gateway-provider': 'embedded' }), /Rex/)
  await world.manage('POST', '/ci/reset')
  assert.doesNotMatch(await listOf({ 'x-gateway-sandbox': 'ci' }), /Rex/)
})

// Guards the gateway behind PgBouncer, as the operations guide describes it: two processes that start at once, calls,
// counts, revocations, the vault and its rotation, with fewer connections to PostgreSQL than the processes would open.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rotateMasterKey } from '../packages/gateway/src/account/vault/rotate.ts'
import { reveal } from '../packages/gateway/src/process/secret.ts'
import { clockFromNoon } from './harness/clock-from-noon.ts'
import { load } from './harness/load.ts'
import { openGateway } from './harness/open-gateway.ts'
import { startPgBouncer } from './harness/pgbouncer.ts'
import { newFolder } from './harness/program.ts'
import { eachStore, postgresUrl } from './harness/services.ts'
import { until } from './harness/until.ts'

const server = await postgresUrl()

await eachStore('behind PgBouncer', (database) => {
  if (database.name !== 'postgres' || server === undefined) return

  for (const poolMode of ['transaction', 'session'] as const)
    test(`in ${poolMode} mode two processes share few connections and keep every promise`, async (t) => {
      // in session mode each connection of a process keeps one to PostgreSQL
      const [poolSize, connections] = poolMode === 'transaction' ? [4, 10] : [24, 4]
      const bouncer = await startPgBouncer({ server, poolMode, poolSize })
      if (!bouncer) return
      const { url } = await database.empty()
      assert.ok(url)
      const options = {
        dataDir: newFolder(t),
        platform: { clock: clockFromNoon() },
        environment: {
          GATEHOUSE_DATABASE_URL: bouncer.through(url),
          GATEHOUSE_DATABASE_CONNECTIONS: `${connections}`,
        },
      }
      // one of them migrates while the other waits
      // hooks run in the order of their registration: the gateways stop before what they use
      const [one, two] = await Promise.all([openGateway(t, options), openGateway(t, options)]).finally(() =>
        t.after(() => bouncer.stop()),
      )
      await until(() => one.components.invalidations.liveProcesses() === 2)
      const { accountId, key, keyId } = await one.account({ perMinute: 500, perDay: 100_000 })
      const loads = await Promise.all(
        [one, two].map(({ baseUrl }) =>
          load({ url: `${baseUrl}/v1/proxy/randomness/bool`, key, atOnce: 12, goOn: (started) => started < 400 }),
        ),
      )
      const statuses = loads.flatMap(({ answers }) => answers.map(({ status }) => status))
      assert.equal(statuses.length, 800)
      const admitted = statuses.filter((status) => status === 200).length
      assert.equal(admitted + statuses.filter((status) => status === 429).length, 800)
      assert.ok(admitted <= 500 && admitted > 450, `${admitted} of 500`)

      await one.storeKey(accountId, 'translation', 'a-key-of-the-provider:fx')
      await rotateMasterKey(two.components)
      const stored = await two.components.vault.open(accountId, 'translation')
      assert.equal(stored && reveal(stored), 'a-key-of-the-provider:fx')
      await one.components.keys.revoke(keyId)
      for (const gateway of [one, two])
        assert.equal((await gateway.call('/v1/proxy/randomness/bool', { key })).status, 401)
      for (const { components } of [one, two]) await components.meter.flush()
      const now = two.components.clock()
      const { total } = await two.components.meter.report({
        account: accountId,
        from: now - 86_400_000,
        to: now + 1,
        by: 'hour',
      })
      // 800 calls and two with the revoked key, which belong to nobody
      assert.deepEqual([total.calls, total.failed], [800, 800 - admitted])
    })
})

// Guards where the master key comes from, and that a start with a wrong one or none fails with advice.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { Secret } from '../../process/secret.ts'
import { runKeyCommand } from './key-command.ts'
import { MasterKeyRefused } from './keyring.ts'
import { createMasterSeal, MasterKeyBehind } from './master-seal.ts'
import { type MasterKeySource, openMasterKey } from './open-master-key.ts'
import { addAccounts, openVault } from './test-world.fixture.ts'

const good = () => randomBytes(32).toString('base64')
const refusal = (pattern: RegExp) => (error: unknown) =>
  error instanceof MasterKeyRefused && pattern.test(error.message)

await eachStore('the master key', (database) => {
  const opening = (source: Partial<MasterKeySource>) =>
    openMasterKey({ source: { dataDir: database.target.dataDir, ...source }, store: database.store, randomBytes })
  const file = () => join(database.target.dataDir, 'master.key')

  test('comes from the environment or from a command, current version first', async () => {
    const text = `2:${good()},1:${good()}`
    const fromEnvironment = await opening({ environment: text })
    const fromCommand = await opening({ command: `echo "${text}"` })
    assert.equal(fromEnvironment.keyring().current, 2)
    assert.equal(fromEnvironment.write, undefined)
    for (const version of [1, 2]) {
      const [a, b] = [await fromEnvironment.find(version), await fromCommand.find(version)]
      assert.ok(a && b && a.equals(b))
    }
  })

  test('two sources at once, a weak key, and a command that fails or prints nothing are refused', async () => {
    const weak = Buffer.alloc(32, 'changeme').toString('base64')
    await assert.rejects(opening({ environment: good(), command: 'echo x' }), refusal(/not both/))
    await assert.rejects(opening({ environment: weak }), refusal(/GATEHOUSE_MASTER_KEY is text/))
    await assert.rejects(
      opening({ command: `echo ${weak}` }),
      refusal(/output of GATEHOUSE_MASTER_KEY_COMMAND is text/),
    )
    await assert.rejects(opening({ command: `echo ${good()}; exit 3` }), refusal(/ended with code 3/))
    await assert.rejects(opening({ command: 'true' }), refusal(/printed nothing/))
    await assert.rejects(opening({ command: 'yes' }), refusal(/printed too much/))
  })

  test('a command that does not end is refused in time, with all that it started', async () => {
    const marker = join(database.target.dataDir, 'went-on')
    const command = `(sleep 2; touch '${marker}') & sleep 100`
    await assert.rejects(runKeyCommand(command, 300), refusal(/took longer than 0\.3 s\. Run it by hand/))
    await sleep(2500)
    assert.ok(!existsSync(marker))
  })

  test('is generated at the first start and the same at the next', async () => {
    const first = await opening({})
    const second = await opening({})
    const [a, b] = [await first.find(1), await second.find(1)]
    assert.ok(a && b && a.equals(b))
  })

  test('of two processes at their first start one generates it and both use it', async () => {
    await rm(file())
    const [one, two] = await Promise.all([opening({}), opening({})])
    assert.ok((await one.find(1))?.equals((await two.find(1)) ?? assert.fail('no key')))
  })

  test('a lost key is never replaced by a new one once something is sealed', async () => {
    await addAccounts(database.store, 'acc_a')
    const { vault } = await openVault(database.store, database.target)
    await vault.put('acc_a', 'weather', new Secret('sk-0123456789abcdef'))
    await rename(file(), `${file()}.away`)
    await assert.rejects(opening({}), refusal(/Restore the file/))
    await assert.rejects(opening({ environment: `7:${good()}` }), refusal(/version 1 of the master key/))
    await rename(`${file()}.away`, file())
    assert.equal((await opening({})).keyring().current, 1)
  })

  test('a process with an older key than the database has seen seals nothing new', async () => {
    const old = good()
    await addAccounts(database.store, 'acc_b')
    const masterKey = await opening({ environment: `5:${good()},1:${old}` })
    const behind = await opening({ environment: `4:${good()},1:${old}` })
    const insert = () => Promise.resolve()
    const seals = [masterKey, behind].map((key) =>
      createMasterSeal({ store: database.store, masterKey: key, randomBytes }),
    )
    const row = { account_id: 'acc_b', master_version: 5, created_at: 1, wrapped: Buffer.of(1) }
    await database.store.db.insertInto('data_keys').values(row).execute()
    await seals[0]?.add(Buffer.of(1), ['test'], insert)
    await assert.rejects(async () => seals[1]?.add(Buffer.of(1), ['test'], insert), MasterKeyBehind)
    await database.store.db.deleteFrom('data_keys').where('account_id', '=', 'acc_b').execute()
  })
})

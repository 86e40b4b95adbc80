// When a worker is killed no caller is left without an answer: its connections are cut, or served by another worker.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { ownRedis } from '../../packages/gateway/src/account/quota/redis-server.fixture.ts'
import { call } from '../harness/load.ts'
import { keysOf, newFolder, startProgram } from '../harness/program.ts'
import { until } from '../harness/until.ts'

const redis = await ownRedis()
if (redis) {
  after(() => redis.kill())
  const program = await startProgram(
    { after },
    {
      dataDir: newFolder({ after }),
      environment: { GATEHOUSE_WORKERS: '2', GATEHOUSE_REDIS_URL: redis.url, GATEHOUSE_DRAIN_MS: '1000' },
    },
  )
  const { gateway: key } = keysOf(program)
  const url = `${program.baseUrl}/v1/proxy/randomness/bool`

  test('every caller that connects while a worker hangs is answered or cut off when that is killed', async () => {
    const [worker = 0] = readFileSync(`/proc/${program.pid}/task/${program.pid}/children`, 'utf8')
      .split(' ')
      .map(Number)
    process.kill(worker, 'SIGSTOP')
    let connected = 0
    const onConnect = () => void connected++
    const outcomes = Array.from({ length: 40 }, () =>
      call(url, { key, onConnect }).then(
        ({ status }) => (status === 200 ? 'answered' : `answered ${status}`),
        (error: Error) => (error.message === 'not answered in time' ? 'silence' : 'cut'),
      ),
    )
    await until(() => connected === outcomes.length, 'all connections')
    process.kill(worker, 'SIGKILL')
    const seen = new Set(await Promise.all(outcomes))
    seen.delete('cut')
    assert.deepEqual([...seen], ['answered'])
  })
}

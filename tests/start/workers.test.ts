// Several workers on one port, with Redis: exact quotas across workers, revocations that reach all of them, one program
// to stop.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { after, test } from 'node:test'
import { ownRedis } from '../../packages/gateway/src/account/quota/redis-server.fixture.ts'
import { load } from '../harness/load.ts'
import {
  endsAtFirstWord,
  keysOf,
  newAccount,
  newFolder,
  operate,
  type Program,
  programThatEnds,
  startProgram,
} from '../harness/program.ts'
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

  test('two workers answer on one port, and the first start creates one account', async () => {
    const accounts = await operate(program, { method: 'GET', path: '/accounts' })
    assert.equal(accounts.accounts.length, 1)
    const workers = new Set<string>()
    while (workers.size < 2) workers.add((await call(program, keysOf(program).gateway)).worker)
  })

  test('two workers together admit the calls of a minute, but for a few that one of them holds, and none more', async () => {
    const minute = () => Math.floor(Date.now() / 60_000)
    let begunIn: number
    let admitted: number
    do {
      begunIn = minute()
      const { key } = await newAccount(program, { perMinute: 300, perDay: 100_000 })
      const answers = await Promise.all(Array.from({ length: 500 }, () => call(program, key)))
      admitted = answers.filter(({ status }) => status === 200).length
    } while (minute() !== begunIn) // a burst that spans two minutes has both quotas
    assert.ok(admitted <= 300 && admitted >= 280, `${admitted} of 300`)
  })

  test('a worker that receives all calls of a key admits the whole plan', async () => {
    const minute = () => Math.floor(Date.now() / 60_000)
    let begunIn: number
    let admitted: number
    do {
      begunIn = minute()
      const { key } = await newAccount(program, { perMinute: 200, perDay: 100_000 })
      const url = `${program.baseUrl}/v1/proxy/randomness/bool`
      const { answers } = await load({ url, key, atOnce: 1, goOn: (started) => started < 250 })
      admitted = answers.filter(({ status }) => status === 200).length
    } while (minute() !== begunIn)
    assert.equal(admitted, 200)
  })

  test('two workers together admit exactly the calls of a day', async () => {
    let workers = new Set<string>()
    // the OS may give every connection of a burst to the same worker
    for (let tries = 0; tries < 20 && workers.size < 2; tries++) {
      const { key } = await newAccount(program, { perMinute: 100_000, perDay: 700 })
      const answers = await Promise.all(Array.from({ length: 1000 }, () => call(program, key)))
      const admitted = answers.filter(({ status }) => status === 200)
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 429]))
      assert.equal(admitted.length, 700)
      workers = new Set(admitted.map(({ worker }) => worker))
    }
    assert.equal(workers.size, 2, 'both workers had a part in it')
  })

  test('a key is refused by both workers once the call that revokes it has returned', async () => {
    const { key, keyId } = await newAccount(program, { perMinute: 100_000, perDay: 100_000 })
    const knowing = new Set<string>()
    while (knowing.size < 2) {
      const { status, worker } = await call(program, key)
      assert.equal(status, 200)
      knowing.add(worker)
    }
    await operate(program, { method: 'DELETE', path: `/keys/${keyId}` })
    const refusing = new Set<string>()
    while (refusing.size < 2) {
      const { status, worker } = await call(program, key)
      assert.equal(status, 401, `by ${worker}`)
      refusing.add(worker)
    }
  })

  test('a worker that dies is replaced, and its sibling answers meanwhile', async () => {
    const { key } = await newAccount(program, { perMinute: 100_000, perDay: 100_000 })
    const before = new Set<string>()
    while (before.size < 2) before.add((await call(program, key)).worker)
    const [child = 0] = workersOf(program)
    process.kill(child, 'SIGKILL')
    const after = new Set<string>()
    while (after.size < 2 || [...after].every((worker) => before.has(worker))) {
      // a call fails that is cut with the worker, or was accepted by it as it died
      const answer = await call(program, key).catch(() => undefined)
      if (answer) after.add(answer.worker)
    }
  })

  test('SIGTERM stops all workers and the program, with status 0', async () => {
    program.signal('SIGTERM')
    const { code, stderr } = await program.ended
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    await assert.rejects(fetch(`${program.baseUrl}/healthz`))
  })

  test('a dead worker is not replaced if the program is stopped in the meantime', async (t) => {
    const program = await startProgram(t, {
      dataDir: newFolder(t),
      environment: { GATEHOUSE_WORKERS: '2' },
    })
    // a worker that dies young is replaced only after a second; an older one is replaced at once, by a young one
    await until(() => {
      const alive = workersOf(program)
      for (const pid of alive) killIfAlive(pid)
      return alive.length === 0
    }, 'no worker is alive')
    program.signal('SIGTERM')
    assert.equal((await program.ended).code, 0)
  })

  test('a signal sent at the first output still stops the program cleanly', async (t) => {
    const { code, signal, stderr } = await programThatEnds(t, {
      dataDir: newFolder(t),
      environment: { GATEHOUSE_WORKERS: '2', GATEHOUSE_REDIS_URL: redis.url, ...endsAtFirstWord },
    })
    assert.deepEqual({ code, signal, stderr }, { code: 0, signal: null, stderr: '' })
  })
}

/** A worker that was just killed can still be among the children of the program. */
function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (Object(error).code !== 'ESRCH') throw error
  }
}

function workersOf({ pid }: Program): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

const agent = new Agent({ keepAlive: false, maxSockets: 50 })

/** One call on its own connection; request ids of one process share a prefix. */
function call({ baseUrl }: Program, key: string): Promise<{ status: number; worker: string }> {
  return new Promise((resolve, reject) => {
    const request = get(
      `${baseUrl}/v1/proxy/randomness/bool`,
      { agent, headers: { 'x-gateway-key': key } },
      (answer) => {
        const worker = String(answer.headers['x-request-id']).slice(0, 'req_'.length + 11)
        answer.resume().once('end', () => resolve({ status: answer.statusCode ?? 0, worker }))
      },
    )
    request.setTimeout(2000, () => request.destroy(new Error('no answer')))
    request.once('error', reject)
  })
}

// Two nodes behind a load balancer are restarted one after the other, and no call is lost.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, request as send } from 'node:http'
import { test } from 'node:test'
import { load } from '../harness/load.ts'
import { newAccount, newFolder, type Program, startProgram } from '../harness/program.ts'
import { until } from '../harness/until.ts'
import type { Cleanup } from '../harness/upstream.ts'

/** At least this many calls are made while the nodes are restarted: GATEHOUSE_TEST_ROLLING=20000 for a long run. */
const leastCalls = Number(process.env.GATEHOUSE_TEST_ROLLING ?? 3000)
const checkMs = 100
/** A balancer that asks every 100 ms and needs one refusal, with time to spare on a busy machine. */
const environment = { GATEHOUSE_DRAIN_NOTICE_MS: '1500' }

test('a rolling restart of two nodes behind a balancer loses no call', async (t) => {
  const dataDir = newFolder(t)
  const nodes = [await startProgram(t, { dataDir, environment })]
  const [first] = nodes
  assert.ok(first)
  const { key } = await newAccount(first, { perMinute: 10_000_000, perDay: 100_000_000 })
  nodes.push(await startProgram(t, { dataDir, environment }))
  const balancer = await openBalancer(t, nodes)
  let isRestarted = false
  let calls = 0
  const loading = load({
    url: `${balancer.url}/v1/proxy/randomness/bool`,
    key,
    atOnce: 16,
    goOn: (started) => {
      calls = started
      return !isRestarted || started < leastCalls
    },
  })
  for (const [place, old] of nodes.entries()) {
    const before = calls
    await until(() => calls > before + 500)
    old.signal('SIGTERM')
    assert.equal((await old.ended).code, 0)
    nodes[place] = await startProgram(t, { dataDir, environment })
    await until(() => balancer.ready() === 2)
  }
  await until(() => nodes.every((node) => balancer.servedBy(node) > 0), 'both new nodes take calls')
  isRestarted = true
  const { answers, broken } = await loading
  t.diagnostic(`${answers.length} calls answered, ${broken} broken`)
  assert.deepEqual([broken, ...new Set(answers.map(({ status }) => status))], [0, 200])
  assert.deepEqual(balancer.failures, [])
})

/** Passes each call to one of the nodes that answered its last check of /readyz with 200; repeats nothing. */
async function openBalancer(t: Cleanup, nodes: readonly Program[]) {
  const agent = new Agent({ keepAlive: true })
  const readyNodes = new Set<Program>()
  const served = new Map<Program, number>()
  const failures: string[] = []
  let turn = 0

  async function check(node: Program): Promise<void> {
    const isReady = await fetch(`${node.baseUrl}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isReady && nodes.includes(node)) readyNodes.add(node)
    else readyNodes.delete(node)
  }
  async function checkAll(): Promise<void> {
    for (const node of readyNodes) if (!nodes.includes(node)) readyNodes.delete(node)
    await Promise.all(nodes.map(check))
  }
  const server = createServer((request, response) => {
    const ready = [...readyNodes]
    const node = ready[turn++ % ready.length]
    if (!node) {
      failures.push('no node is ready')
      response.writeHead(503).end()
      return
    }
    const onward = send(node.baseUrl + request.url, { method: request.method, headers: request.headers, agent })
    onward.once('response', (answer) => {
      served.set(node, (served.get(node) ?? 0) + 1)
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.once('error', (error) => {
      failures.push(String(error))
      response.destroy()
    })
    request.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await checkAll()
  const timer = setInterval(checkAll, checkMs)
  t.after(() => {
    clearInterval(timer)
    agent.destroy()
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    ready: () => readyNodes.size,
    servedBy: (node: Program) => served.get(node) ?? 0,
    failures,
  }
}

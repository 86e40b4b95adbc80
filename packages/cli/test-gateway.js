// `gatehouse/test`: gateways for the tests of other projects. Plain JavaScript, because it runs on the Node of those
// tests; the gateway runs on its own.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from '#client'
import { leastNode, nodeFor } from './bundled-node.js'
import { gatewayFlags } from './launch.js'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const main = join(root, 'dist/packages/gateway/src/main.js')

export async function startGatehouse({ apis, replay, strict = replay !== undefined, settings = {} } = {}) {
  if (apis?.length === 0) throw new Error('`apis` is empty. Name an API, or leave `apis` out to serve all of them.')
  const node = nodeFor(root)
  if (!node) throw new Error(`Gatehouse needs Node ${leastNode} or later, or its optional dependencies.`)
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-'))
  const child = spawn(node, [...gatewayFlags, main], {
    env: environment(data, {
      ...(apis && { GATEHOUSE_APIS: apis.join(',') }),
      ...(replay !== undefined && { GATEHOUSE_REPLAY: resolve(replay), GATEHOUSE_REPLAY_STRICT: String(strict) }),
      ...settings,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const removeData = () => rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(`It has exited with ${signal ?? code}.`))
  })
  const killNow = () => {
    child.kill('SIGKILL')
    removeData()
  }
  process.once('exit', killNow)
  const stop = async () => {
    child.ref()
    child.kill('SIGTERM')
    await ended
    process.removeListener('exit', killNow)
    removeData()
  }
  try {
    await ready(child, ended)
    const { baseUrl, gatewayKey, adminKey, marketUrl, marketKey } = JSON.parse(
      readFileSync(join(data, 'first-run.json'), 'utf8'),
    )
    // a test that forgets to stop it can still end
    for (const handle of [child, child.stdout, child.stderr]) handle.unref()
    const client = connect({
      url: baseUrl,
      key: gatewayKey,
      market: { url: marketUrl, key: marketKey },
      operator: { key: adminKey },
    })
    const sandbox = (name, order = {}) => openSandbox(client, { url: baseUrl, name, order })
    return { url: baseUrl, key: gatewayKey, adminKey, marketUrl, marketKey, client, sandbox, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Makes a sandbox with a key of its own, and the functions that tests call between each other. */
async function openSandbox(client, { url, name, order }) {
  const { me } = client
  await me.createSandbox({ body: { ...order, name } })
  const { key } = await me.createKey({ body: { name: `sandbox ${name}`, sandbox: name, agent: 'write' } })
  return {
    name,
    key,
    client: connect({ url, key }),
    reset: () => me.resetSandbox({ name }),
    snapshot: (snapshot) => me.takeSnapshot({ name, body: { snapshot } }),
    restore: (snapshot) => me.restoreSnapshot({ name, body: { snapshot } }),
    clock: (change) => me.setSandboxClock({ name, body: change }),
    faults: (rules) => me.setFaults({ name, body: { rules } }),
    scripts: (scripts) => me.setScripts({ name, body: scripts }),
    async journal() {
      const all = []
      for (let after = 0; after !== undefined; ) {
        const { requests, next } = await me.readJournal({ name, after, limit: 1000 })
        all.push(...requests)
        after = next
      }
      return all
    },
    remove: () => me.deleteSandbox({ name }),
  }
}

/** Settings for tests, and the caller's; those in the environment are of another gateway. */
function environment(data, settings) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GATEHOUSE_'))
  return {
    ...Object.fromEntries(inherited),
    GATEHOUSE_SEED: 'test',
    GATEHOUSE_LOG_LEVEL: 'warn',
    ...settings,
    GATEHOUSE_DATA: data,
    GATEHOUSE_PORT: '0',
    GATEHOUSE_MARKET_PORT: '0',
  }
}

/** Characters of output that are kept for the message of a start that fails. */
const mostOutput = 10_000

/** Resolves when it takes calls. Rejects with its output when it ends before. */
async function ready(child, ended) {
  let output = ''
  const isReady = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output = (output + text).slice(-mostOutput)
        if (/^Gatehouse answers at /m.test(output)) resolve(undefined)
      })
  })
  const why = await Promise.race([isReady, ended])
  if (why !== undefined) throw new Error(`The gateway did not start. ${why}\n${output}`)
}

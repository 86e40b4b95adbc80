// Runs several processes on one port. They share no memory: quotas are counted in Redis, and revocations pass through
// the database.
import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type { Config } from '../process/config.ts'
import { createLog } from '../process/log.ts'
import type { Urls } from '../request/servers.ts'
import { startGateway } from './gateway.ts'
import { welcome } from './welcome.ts'

/** The shortest lifetime after which an exited worker is replaced at once. */
const shortLifeMs = 1000

/** Prepares the store once, then keeps the configured number of workers running until a signal ends them. */
export async function runWorkers(config: Config): Promise<void> {
  const log = createLog(config.GATEHOUSE_LOG_LEVEL)
  let isPrepared = false
  let stopping = false
  const stop = () => {
    if (!isPrepared) process.exit(0)
    stopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  }
  // before any output: a caller waiting for it can send a signal at once
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const first = await startGateway({ config: { ...config, GATEHOUSE_DRAIN_NOTICE_MS: 0 }, log })
  await first.stop()
  isPrepared = true
  // Workers accept connections themselves. A connection accepted by the primary would hang for ever if its worker were
  // killed before acknowledging it.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // a worker that is replaced runs the build of this process, not a newer one
  cluster.setupPrimary({ exec: fileURLToPath(new URL('../main.ts', import.meta.url)) })
  const start = () => {
    const worker = cluster.fork()
    const startedAt = Date.now()
    worker.once('exit', (code) => {
      if (stopping) return
      log.error('a worker exited', { code, pid: worker.process.pid })
      const again = () => {
        if (!stopping) start()
      }
      setTimeout(again, Date.now() - startedAt < shortLifeMs ? shortLifeMs : 0)
    })
    return worker
  }
  const workers = Array.from({ length: config.GATEHOUSE_WORKERS }, start)
  const [urls] = await Promise.all(workers.map(ready))
  if (!stopping) process.stdout.write(`${welcome(first, config, urls)}\n`)
}

/**
 * Resolves with the worker's addresses, which a port of 0 leaves open until now; undefined when the worker exits first.
 */
function ready(worker: Worker): Promise<Urls | undefined> {
  return new Promise((resolve) => {
    worker.on('message', (urls: Urls) => resolve(urls))
    worker.once('exit', () => resolve(undefined))
  })
}

// Several processes on one port. They share no memory: quotas are counted in Redis, and revocations pass through the
// database.
import cluster, { type Worker } from 'node:cluster'
import type { Config } from './config.ts'
import { startGateway } from './gateway.ts'
import { createLog } from './log.ts'
import type { Urls } from './servers.ts'
import { welcome } from './welcome.ts'

/** A worker that exits sooner than this after its start is not replaced at once. */
const shortLifeMs = 1000

/** Prepares the store once, then keeps the configured number of workers running until a signal ends them. */
export async function runWorkers(config: Config): Promise<void> {
  const log = createLog(config.GATEHOUSE_LOG_LEVEL)
  const first = await startGateway({ config: { ...config, GATEHOUSE_DRAIN_NOTICE_MS: 0 }, log })
  await first.stop()
  // Workers accept connections themselves. A connection that the primary had accepted would hang for ever if the worker
  // it was handed to were killed before acknowledging it.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  let stopping = false
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
  const stop = () => {
    stopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const [urls] = await Promise.all(workers.map(ready))
  if (!stopping) process.stdout.write(`${welcome(first, config, urls)}\n`)
}

/** Where the worker listens, which is known only now if the port is 0; undefined when it exits first. */
function ready(worker: Worker): Promise<Urls | undefined> {
  return new Promise((resolve) => {
    worker.on('message', (urls: Urls) => resolve(urls))
    worker.once('exit', () => resolve(undefined))
  })
}

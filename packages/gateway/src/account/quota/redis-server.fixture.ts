// A Redis server that belongs to one test, to be killed and restarted. For tests only.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Redis } from 'ioredis'

interface OwnRedis {
  readonly url: string
  /** Starts the server on the same port unless it runs; resolves when it accepts connections. */
  start(): Promise<void>
  /** Stops it with SIGKILL. */
  kill(): Promise<void>
  /** Keeps it from answering while its connections stay open, until `resume`. */
  freeze(): void
  resume(): void
  /** The same for a time; resolves when it answers again. */
  stall(ms: number): Promise<void>
  /** Deletes everything in it. */
  flush(): Promise<void>
}

/** Starts a server on a free port that keeps nothing on disk. Returns undefined when redis-server is not installed. */
export async function ownRedis(): Promise<OwnRedis | undefined> {
  const port = await freePort()
  let server: ChildProcess | undefined
  const redis: OwnRedis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      if (server?.exitCode === null && server.signalCode === null) return
      server = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'])
      await accepting(server)
    },
    async kill() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
    freeze: () => server?.kill('SIGSTOP'),
    resume: () => server?.kill('SIGCONT'),
    async stall(ms) {
      redis.freeze()
      await setTimeout(ms)
      redis.resume()
    },
    async flush() {
      const client = new Redis(redis.url)
      await client.flushall()
      await client.quit()
    },
  }
  try {
    await redis.start()
    return redis
  } catch (error) {
    if (process.env.CI === 'true') throw error
    process.stdout.write('not run: redis-server is not installed\n')
    return undefined
  }
}

async function accepting(server: ChildProcess): Promise<void> {
  const failed = once(server, 'error').then(([error]) => Promise.reject(error))
  const ready = new Promise<void>((resolve) => {
    server.stdout?.on('data', (chunk) => {
      if (String(chunk).includes('Ready to accept connections')) resolve()
    })
  })
  await Promise.race([ready, failed])
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

// One gateway process of the world: the modules that count calls, know keys, keep the vault and meter, as the gateway
// connects them (components.ts), on the clock, the timers and the network of the world.
import type { Store } from '#store'
import { createInvalidations } from '../../packages/gateway/src/account/invalidations/invalidations.ts'
import { createKeys } from '../../packages/gateway/src/account/keys/keys.ts'
import { createPeppers } from '../../packages/gateway/src/account/keys/peppers.ts'
import { createQuota } from '../../packages/gateway/src/account/quota/quota.ts'
import type { Keyring } from '../../packages/gateway/src/account/vault/keyring.ts'
import { createMasterKey } from '../../packages/gateway/src/account/vault/master-key.ts'
import { createMasterSeal } from '../../packages/gateway/src/account/vault/master-seal.ts'
import { createVault } from '../../packages/gateway/src/account/vault/vault.ts'
import { createReferenceClock } from '../../packages/gateway/src/process/reference-clock.ts'
import { createMeter } from '../../packages/gateway/src/record/metering/meter.ts'
import type { Peer } from './network.ts'
import type { RedisServer } from './redis-server.ts'
import type { World } from './world.ts'

interface NodeDeps {
  readonly world: World
  readonly connectStore: (peer: Peer) => Store
  readonly redis: RedisServer | undefined
  /** The file of the master key, which all processes read. */
  readonly keyFile: { keyring: Keyring }
  readonly log: (line: string) => void
}

export interface Process extends Peer {
  readonly name: string
  /** The error of its machine's clock, in milliseconds. */
  skewMs: number
}

export type Node = Awaited<ReturnType<typeof startNode>>

// rarer than in the gateway, so that more seeds fit into a minute
const pollMs = 500
const acknowledgementPollMs = 250
const compareMs = 1000

/** Starts a process. Rejects when the store does not answer. */
export async function startNode(self: Process, { world, connectStore, redis, keyFile, log: write }: NodeDeps) {
  const line = (level: string) => (message: string) => write(`${self.name} ${level} ${message}`)
  const log = { info: line('info'), warn: line('warn') }
  const timers = world.timersOf(self)
  const startedMs = world.now()
  const wall = () => Math.floor(world.now() + self.skewMs)
  const monotonic = () => world.now() - startedMs
  const store = connectStore(self)
  const randomBytes = world.random.bytes
  const reference = createReferenceClock({ wall, monotonic, readTime: store.readTime, log })
  await reference.start()
  timers.every(compareMs, () => void reference.compare())
  const clock = reference.now
  const masterKey = await createMasterKey(
    async () => keyFile.keyring,
    async (keyring) => {
      keyFile.keyring = keyring
    },
  )
  const masterSeal = createMasterSeal({ store, masterKey, randomBytes })
  const peppers = await createPeppers({ store, masterSeal, clock, randomBytes })
  const invalidations = createInvalidations({
    ...{ store, clock, wall, monotonic, timers, log, pollMs, acknowledgementPollMs },
    processId: self.name,
  })
  await invalidations.start()
  const vault = createVault({ store, masterKey, clock, randomBytes, invalidations })
  const keys = createKeys({ store, peppers, clock, randomBytes, invalidations })
  const quota = createQuota({
    ...{ store, clock, monotonic, timers, log, redis: redis?.connect(self) },
    liveProcesses: () => invalidations.liveProcesses(),
    isAlone: () => invalidations.isAlone(),
  })
  reference.onSetBack(() => quota.setBack())
  const meter = createMeter({ store, clock, timers, log, randomBytes, keptDays: 400, recordedDays: 7 })
  meter.start()
  return { self, store, masterKey, randomBytes, invalidations, vault, keys, quota, meter }
}

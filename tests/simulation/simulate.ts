// Simulates some processes, their database and their Redis for more than a minute, with faults, and returns which
// promises were broken. The same seed does the same again.
import { createAccountsRepository } from '#store'
import { makeKeyring } from '../../packages/gateway/src/account/vault/keyring.ts'
import { rotateMasterKey } from '../../packages/gateway/src/account/vault/rotate.ts'
import { reveal, Secret } from '../../packages/gateway/src/process/secret.ts'
import { createLedger, type KeyRecord, type Plan } from './ledger.ts'
import { createNetwork } from './network.ts'
import { type Node, type Process, startNode } from './node.ts'
import { createRedisServer } from './redis-server.ts'
import { createStoreServer, type emptyDatabase } from './store-server.ts'
import { createWorld } from './world.ts'

interface Outcome {
  readonly seed: number
  readonly violations: readonly string[]
  /** The events, in order. */
  readonly trace: readonly string[]
  readonly calls: number
}

const durationMs = 40_000
const settleMs = 11_000
/** After this time whatever was lost has been noticed. */
const lossSettleMs = 2000
/** After this time all processes know of one that has started. */
const joinMs = 5000
const vaultSlugs = ['one', 'two']

export async function simulate(seed: number, template: Awaited<ReturnType<typeof emptyDatabase>>): Promise<Outcome> {
  // before a minute or a day ends
  const midnight = Date.UTC(2031, 2, 4)
  const world = createWorld(seed, midnight - (seed % 4 === 0 ? 25_000 : 6 * 3_600_000 + 25_000))
  const { random } = world
  const startMs = world.now()
  const trace: string[] = []
  const say = (line: string) => void trace.push(`${((world.now() - startMs) / 1000).toFixed(3)} ${line}`)
  const network = createNetwork(world)
  network.delayMs = random.pick([1, 3, 20])
  const server = createStoreServer({ world, network }, template)
  const redis = random.chance(0.6) ? createRedisServer(world, network) : undefined
  const keyFile = { keyring: makeKeyring('1', [['1', random.bytes(32).toString('base64')]], 'the key file') }
  const plans = new Map<string, Plan>()
  for (const accountId of ['acc_a', 'acc_b'])
    plans.set(accountId, {
      perMinute: random.pick([1, 5, 30, 60, 200]),
      perDay: random.pick([3, 40, 300, 5000, 100_000]),
    })
  const ledger = createLedger(plans)
  const nodes = new Map<string, Node>()
  const metered: { readonly process: Process; calls: number }[] = []
  let calls = 0
  let born = 0
  let isQuiet = false
  let usualLoss = 0
  let suspended = 0

  async function start(): Promise<void> {
    const self: Process = { name: `p${++born}`, isDead: false, cutFrom: new Set(), skewMs: skew() }
    try {
      const node = await startNode(self, { world, connectStore: server.connect, redis, keyFile, log: say })
      nodes.set(self.name, node)
      metered.push({ process: self, calls: 0 })
      say(`${self.name} runs, its clock off by ${self.skewMs} ms`)
    } catch (error) {
      self.isDead = true
      say(`${self.name} did not start: ${error}`)
      world.after(1000, () => void start())
    }
  }

  function skew(): number {
    return random.chance(0.7) ? random.between(-400, 400) : random.pick([-86_400_000, -3_600_000, 90_000, 86_400_000])
  }

  /** A process of which no promise can be kept: alone, as far as it knows, without the store. Nobody may join it. */
  function isStranded({ self, invalidations, quota }: Node): boolean {
    const { databaseAvailable, unwrittenCalls } = quota.stats()
    return (self.cutFrom.has('store') || !databaseAvailable || unwrittenCalls > 0) && invalidations.isAlone()
  }

  /** Nothing is lost while a process starts: one that is alone would take the store to be away. */
  function suspendLoss(): () => void {
    suspended++
    network.loss = 0
    return () => {
      suspended--
      if (suspended === 0 && !isQuiet) network.loss = usualLoss
    }
  }

  function crash(node: Node): void {
    const { self } = node
    say(`${self.name} is killed`)
    self.isDead = true
    nodes.delete(self.name)
    server.disconnect(self)
    const restart = () => {
      const resumeLoss = suspendLoss()
      world.after(lossSettleMs, () => {
        if ([...nodes.values()].some(isStranded)) {
          resumeLoss()
          world.after(1000, restart)
        } else void start().finally(() => world.after(joinMs, resumeLoss))
      })
    }
    world.after(random.between(100, 15_000), restart)
  }

  /** Processes that hear of nobody else may not be cut off while others start. */
  function cut(node: Node): void {
    if (node.invalidations.isAlone()) return
    const target = redis && random.chance(0.4) ? 'redis' : 'store'
    say(`${node.self.name} is cut off from ${target}`)
    node.self.cutFrom.add(target)
    world.after(random.between(50, 12_000), () => node.self.cutFrom.delete(target), node.self)
  }

  async function call(node: Node): Promise<void> {
    const key = random.pick(ledger.keys)
    const beganMs = world.now()
    try {
      const identity = await node.keys.identify(key.secret, 'hosted')
      ledger.identified(key, { isAccepted: identity.ok, beganMs, by: node.self.name })
      if (!identity.ok) return
      const admission = await node.quota.admit(key.accountId, identity.caller.plan)
      if (!admission.ok) return
      calls++
      ledger.admitted(key.accountId, world.now())
      node.meter.record({
        ...{ accountId: key.accountId, keyId: key.id, listing: 'dice', endpoint: 'roll', provider: 'embedded' },
        ...{ status: 200, bytesIn: 1, bytesOut: 1, ms: 1, upstreamMs: undefined },
        ...{ id: `call-${calls}`, code: '', surface: 'http' },
      })
      const tally = metered.find(({ process }) => process === node.self)
      if (tally) tally.calls++
    } catch {
      // refused, because the store was needed and away
    }
  }

  async function createKey(node: Node): Promise<void> {
    const accountId = random.pick([...plans.keys()])
    const { id, key } = await node.keys.create({ accountId, surface: 'hosted', name: 'key' })
    ledger.keys.push({ id, accountId, secret: reveal(key) })
    say(`${node.self.name} has created ${id}`)
  }

  async function revoke(node: Node, key: KeyRecord): Promise<void> {
    key.askedAtMs ??= world.now()
    await node.keys.revoke(key.id)
    key.revokedAtMs ??= world.now()
    say(`${node.self.name} has revoked ${key.id}`)
  }

  async function changeVault(node: Node): Promise<void> {
    const [accountId, slug] = [random.pick([...plans.keys()]), random.pick(vaultSlugs)]
    const value = random.chance(0.8) ? `key-${random.between(1000, 9999)}-of-a-provider` : undefined
    const write = ledger.storing(`${accountId}/${slug}`, value)
    if (value === undefined) await node.vault.remove(accountId, slug)
    else await node.vault.put(accountId, slug, new Secret(value))
    write.acknowledged()
    say(`${node.self.name} has stored ${value} as ${accountId}/${slug}`)
  }

  async function readVault(node: Node): Promise<void> {
    for (const accountId of plans.keys())
      for (const slug of vaultSlugs) {
        const began = { order: ledger.order(), by: node.self.name }
        const secret = await node.vault.open(accountId, slug)
        ledger.opened(`${accountId}/${slug}`, secret && reveal(secret), began)
      }
  }

  /** Work of a caller or an operator. Whether it was done is not known when it fails. */
  function attempt(node: Node, work: (node: Node) => Promise<void>): void {
    work(node).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'SealError') ledger.violations.push(`lost: ${error.message}`)
      say(`${node.self.name} failed: ${error}`)
    })
  }

  const live = () => [...nodes.values()]
  const often = (ms: number, work: (node: Node) => void) => {
    const next = () => {
      if (isQuiet) return
      const all = live()
      if (all.length > 0) work(random.pick(all))
      world.after(random.between(1, 2 * ms), next)
    }
    world.after(random.between(1, 2 * ms), next)
  }

  async function populate(): Promise<void> {
    const outside: Process = { name: 'setup', isDead: false, cutFrom: new Set(), skewMs: 0 }
    const { db } = server.connect(outside)
    const accounts = createAccountsRepository(db)
    for (const [id, plan] of plans) {
      await accounts.upsertPlan({ id: `plan_${id}`, ...plan, createdAt: 1 })
      await accounts.create({
        id,
        name: id,
        planId: `plan_${id}`,
        isDemo: false,
        provider: null,
        enabled: true,
        createdAt: 1,
      })
    }
    for (let count = random.between(2, 4); count > 0; count--) await start()
    const [first] = live()
    if (first) for (let count = 0; count < 4; count++) await createKey(first)
  }

  let isPopulated = false
  const populated = populate().then(() => {
    isPopulated = true
  })
  while (!isPopulated) await world.runUntil(world.now() + 1000)
  await populated
  const resumeLoss = suspendLoss()
  usualLoss = random.pick([0, 0, 0.0005, 0.005])
  world.after(joinMs, resumeLoss)
  const weights = live().map(() => random.pick([1, 1, 5, 20]))
  const busy = () => {
    const all = live()
    return random.pick(all.flatMap((node, index) => Array.from({ length: weights[index] ?? 1 }, () => node)))
  }
  often(random.pick([25, 60, 120]), () => {
    const node = busy()
    for (let count = random.chance(0.02) ? 40 : 1; count > 0; count--) void call(node)
  })
  often(4000, (node) => attempt(node, createKey))
  often(3000, (node) => {
    const working = ledger.keys.filter(({ askedAtMs }) => askedAtMs === undefined)
    if (working.length > 2) attempt(node, () => revoke(node, random.pick(working)))
  })
  often(3000, (node) => attempt(node, changeVault))
  often(1500, (node) => attempt(node, readVault))
  often(20_000, (node) => attempt(node, (by) => rotateMasterKey(by).then(() => say(`${by.self.name} has rotated`))))
  often(12_000, (node) => live().length > 1 && crash(node))
  often(10_000, cut)
  often(12_000, ({ self }) => {
    self.skewMs = skew()
    say(`the clock of ${self.name} is off by ${self.skewMs} ms`)
  })
  if (redis)
    often(8000, () => {
      const harm = random.pick(['flush', 'restart', 'stall'] as const)
      say(`Redis: ${harm}`)
      if (harm === 'stall') redis.stall(random.between(50, 3000))
      else redis[harm]()
    })
  await world.runUntil(startMs + durationMs)
  isQuiet = true
  network.loss = 0
  for (const { self } of live()) self.cutFrom.clear()
  await world.runUntil(startMs + durationMs + settleMs)
  await check()
  server.close()
  return { seed, violations: ledger.violations, trace, calls }

  /** After all faults have ended: what was promised is there, on every process. */
  async function check(): Promise<void> {
    const working = live()
    const checks = working.map(async (node) => {
      for (const key of ledger.keys) {
        const beganMs = world.now()
        say(`${node.self.name} checks ${key.id}`)
        const { ok } = await node.keys.identify(key.secret, 'hosted')
        ledger.identified(key, { isAccepted: ok, beganMs, by: node.self.name })
      }
      await readVault(node)
      say(`${node.self.name} has read the vault`)
      await node.meter.flush()
      say(`${node.self.name} has flushed usage`)
      await node.quota.flush()
      say(`${node.self.name} has flushed quotas`)
    })
    let ended = 0
    for (const each of checks)
      each.then(
        () => ended++,
        (error: unknown) => ledger.violations.push(`not healed: ${error}`),
      )
    await world.runUntil(world.now() + settleMs)
    if (ended < checks.length) ledger.violations.push(`not healed: ${checks.length - ended} processes did not end`)
    checkUsage()
    checkReserved()
  }

  function checkUsage(): void {
    const counted = Number(
      server.database.prepare<unknown[]>('select coalesce(sum(calls), 0) from usage').pluck().get(),
    )
    const recorded = metered.reduce((sum, tally) => sum + tally.calls, 0)
    const certain = metered.reduce((sum, { process, calls }) => sum + (process.isDead ? 0 : calls), 0)
    if (counted > recorded) ledger.violations.push(`doubled: ${counted} calls are counted of ${recorded}`)
    if (counted < certain) ledger.violations.push(`lost: ${counted} calls are counted of at least ${certain}`)
  }

  function checkReserved(): void {
    const read = server.database.prepare<[string, string]>(
      'select reserved from day_counters where subject = ? and day = ?',
    )
    for (const { accountId, day, calls } of ledger.days()) {
      const reserved = Number(read.pluck().get(accountId, new Date(day * 86_400_000).toISOString().slice(0, 10)) ?? 0)
      if (reserved < calls) ledger.violations.push(`lost: ${reserved} calls are reserved of ${calls} of ${accountId}`)
    }
  }
}

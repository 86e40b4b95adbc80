// The Redis of the world: what the script of the pool does, in TypeScript. That it does the same is guarded by
// redis-model.test.ts, on a real Redis.
import type { RedisLink } from '../../packages/gateway/src/account/quota/redis-link.ts'
import type { Network, Peer } from './network.ts'
import type { World } from './world.ts'

export interface PoolRow {
  readonly minute: number
  readonly day: number
  readonly minuteLeft: number
  readonly dayLeft: number
  readonly minuteReserved: number
  readonly dayReserved: number
  readonly server: string
}

export interface RedisServer {
  connect(peer: Peer): RedisLink
  flush(): void
  /** Restarts with the data of an earlier time, as from a snapshot on disk. */
  restart(): void
  /** Answers nothing for a time; what was asked meanwhile is done afterwards. */
  stall(ms: number): void
}

const timeoutMs = 250
const retryMs = 500

/** Applies the arguments of the pool's script to a row; returns the row and the reply. */
export function applyPoolScript(row: PoolRow | undefined, values: readonly (string | number)[]) {
  const at = (index: number) => Number(values[index])
  const server = String(values[8])
  const [currentMinute, currentDay] = [at(0), at(1)]
  const isValid = row !== undefined && row.server === server && row.minute - currentMinute < 2
  let [minute, minuteLeft, minuteReserved] = isValid ? [row.minute, row.minuteLeft, row.minuteReserved] : [-1, 0, 0]
  let [day, dayLeft, dayReserved] = isValid ? [row.day, row.dayLeft, row.dayReserved] : [-1, 0, 0]
  if (currentMinute > minute) [minute, minuteLeft, minuteReserved] = [currentMinute, 0, 0]
  if (currentDay > day) [day, dayLeft, dayReserved] = [currentDay, 0, 0]
  if (currentMinute === minute) {
    minuteLeft += at(2)
    if (at(6) > 0) minuteReserved = at(6)
  }
  if (currentDay === day) {
    dayLeft += at(3)
    if (at(7) > 0) dayReserved = at(7)
  }
  const [ofMinute, ofDay] = [Math.min(at(4), minuteLeft), Math.min(at(5), dayLeft)]
  minuteLeft -= ofMinute
  dayLeft -= ofDay
  return {
    row: { minute, day, minuteLeft, dayLeft, minuteReserved, dayReserved, server },
    reply: [minute, day, ofMinute, ofDay, minuteLeft, dayLeft, minuteReserved, dayReserved],
  }
}

function outcomeOf<T>(value: () => T): { readonly value: T } | { readonly error: unknown } {
  try {
    return { value: value() }
  } catch (error) {
    return { error }
  }
}

export function createRedisServer(world: World, network: Network): RedisServer {
  let pools = new Map<string, PoolRow>()
  let snapshot = new Map<string, PoolRow>()
  let generation = 0
  let stalledUntilMs = 0

  function whenAwake(work: () => void): void {
    if (world.now() >= stalledUntilMs) work()
    else world.after(stalledUntilMs - world.now(), work)
  }

  return {
    connect(peer) {
      let isReady = false
      let id = ''
      const ask = <T>(value: () => T) =>
        network.request<T>(peer, 'redis', {
          timeoutMs,
          serve: (answer) => whenAwake(() => answer(outcomeOf(value))),
        })
      const probe = async (): Promise<void> => {
        try {
          id = await ask(() => `server ${generation}`)
          isReady = true
        } catch {
          world.after(retryMs, () => void probe(), peer)
        }
      }
      void probe()
      return {
        ready: () => isReady,
        serverId: () => id,
        latencyMs: () => 0,
        async evaluate(_script, key, values) {
          const connectedTo = id
          try {
            return await ask(() => {
              // the connection to a server that has ended is gone
              if (connectedTo !== `server ${generation}`) throw new Error('the connection was closed')
              const { row, reply } = applyPoolScript(pools.get(key), values)
              pools.set(key, row)
              return reply
            })
          } catch (error) {
            isReady = false
            void probe()
            throw error
          }
        },
        close: async () => undefined,
      }
    },
    flush: () => pools.clear(),
    restart() {
      pools = new Map(snapshot)
      snapshot = new Map(pools)
      generation++
    },
    stall(ms) {
      snapshot = new Map(pools)
      stalledUntilMs = world.now() + ms
    },
  }
}

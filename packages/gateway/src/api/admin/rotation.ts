// Starts and monitors the rotation of the master key for the operator. The rotation itself is in vault/rotate.ts.
import { fail, type Log } from '#define'
import { createVaultRepository, type Store } from '#store'
import type { MasterKey } from '../../account/vault/master-key.ts'
import {
  NothingToRotate,
  type RotationProgress,
  type RotationResult,
  rotateMasterKey,
} from '../../account/vault/rotate.ts'
import type { RandomBytes } from '../../account/vault/seal.ts'
import { type Audit, operatorActor } from '../accounts/audit.ts'
import { startWork, type Work } from './work.ts'

interface RotationDeps {
  readonly store: Store
  readonly masterKey: MasterKey
  readonly randomBytes: RandomBytes
  readonly audit: Audit
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}
/** See the shape `Rotation` in schemas.ts. */
interface RotationState {
  state: 'idle' | 'running' | 'done' | 'failed' | 'unfinished'
  masterVersion: number
  versionsInUse: number[]
  rewrapped: number
  unreadable: string[]
  startedAt: number | null
  endedAt: number | null
  problem: string | null
}
export interface Rotation {
  state(): Promise<RotationState>
  /** Starts a rotation, or resumes an interrupted one. Fails with 'thing.conflict'. */
  start(log: Log): Promise<Work>
}

interface LastRun {
  state: 'running' | 'done' | 'failed'
  readonly startedAt: number
  endedAt: number | null
  rewrapped: number
  unreadable: readonly string[]
  problem: string | null
}

/** Creates the rotation of this process. */
export function createRotation(deps: RotationDeps): Rotation {
  const { store, masterKey, audit, clock } = deps
  const rows = createVaultRepository(store.db)
  let last: LastRun | undefined

  async function run(current: LastRun, onProgress: (progress: RotationProgress) => void): Promise<RotationResult> {
    try {
      const result = await rotateMasterKey({ ...deps, onProgress })
      const { version, rewrapped, unreadable, remaining } = result
      Object.assign(current, { state: 'done', rewrapped, unreadable })
      const detail = { version, rewrapped, unreadable: unreadable.length, remaining }
      await audit.write({ actor: operatorActor, action: 'vault.rotate', target: 'master key', detail })
      return result
    } catch (error) {
      current.state = 'failed'
      current.problem = error instanceof NothingToRotate ? error.message : 'The log says why. It can be started again.'
      if (error instanceof NothingToRotate) throw fail('thing.conflict', { reason: error.message })
      throw error
    } finally {
      current.endedAt = clock()
    }
  }

  return {
    async state() {
      const versionsInUse = await rows.masterVersionsInUse()
      const { state, rewrapped, unreadable, startedAt, endedAt, problem } = last ?? idle
      const pending = state !== 'running' && versionsInUse.length > 1
      const masterVersion = masterKey.keyring().current
      return {
        state: pending && state !== 'failed' ? 'unfinished' : state,
        masterVersion,
        versionsInUse,
        rewrapped,
        unreadable: [...unreadable],
        startedAt,
        endedAt,
        problem,
      }
    },
    async start(log) {
      if (last?.state === 'running')
        throw fail('thing.conflict', {
          reason: 'The master key is being rotated. GET /v1/admin/vault/rotation shows the progress.',
        })
      const current: LastRun = {
        state: 'running',
        startedAt: clock(),
        endedAt: null,
        rewrapped: 0,
        unreadable: [],
        problem: null,
      }
      last = current
      return startWork({
        name: 'rotation of the master key',
        log,
        run: async (report) => {
          const result = await run(current, (progress) => {
            current.rewrapped = progress.rewrapped
            report({ ...progress })
          })
          return { ...result }
        },
      })
    },
  }
}

const idle = { state: 'idle', rewrapped: 0, unreadable: [], startedAt: null, endedAt: null, problem: null } as const

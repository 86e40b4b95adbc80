// The queue of skins to generate. A job is stored before its caller waits for it, and deleted in the transaction that
// stores the skin, so that a restart neither loses nor repeats a job.

import { createTurns } from '#provider/run'
import { exclusively } from '#provider/sql'
import type { JobsTable } from '../../tables.ts'
import { generatorError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import type { Signer } from '../signing/signer.ts'
import {
  countGenerated,
  countUp,
  type Db,
  insertSkin,
  insertTexture,
  type Kit,
  type SkinRow,
  skinByImage,
  skinByUuid,
} from '../skins/store.ts'
import { signProperty } from '../skins/view.ts'

export interface Generated {
  readonly skin: SkinRow
  readonly duplicate: boolean
}
type NewJob = Omit<JobsTable, 'created_at' | 'attempts'>

export interface Queue {
  /**
   * Stores the job and resolves with its skin. Throws 429 `job_limit` if the account has too many jobs or skins. The
   * work goes on after the caller has left.
   */
  submit(job: NewJob): Promise<Generated>
  /** Runs the jobs of an earlier process; resolves when they are done. */
  resume(): Promise<void>
  /** Resolves once no job is running. */
  /** True while a job waits or runs. */
  isAtWork(): boolean
  close(): Promise<void>
}

interface QueueDeps {
  readonly kit: Kit
  readonly signer: Signer
  readonly settings: Settings
}

const maxPendingPerAccount = 20
const maxPending = 1000
/** Limit of retries after restarts; each is counted before it begins. */
const maxAttempts = 3

export function createQueue({ kit, signer, settings }: QueueDeps): Queue {
  const turns = createTurns({
    running: 4,
    runningPerOwner: 1,
    waiting: maxPending,
    waitingPerOwner: maxPendingPerAccount,
    makeBusyError: tooManyJobs,
  })
  const running = new Set<Promise<unknown>>()
  let isClosing = false

  const run = (job: JobsTable): Promise<Generated> => {
    const work = turns.run(job.account, () => finish({ kit, signer }, job))
    const settled = work.then(
      () => undefined,
      () => undefined,
    )
    running.add(settled)
    void settled.finally(() => running.delete(settled))
    return work
  }

  const remove = (job: JobsTable) => kit.db.deleteFrom('game_skins_jobs').where('uuid', '=', job.uuid).execute()

  async function resumeOne(job: JobsTable): Promise<void> {
    if (job.attempts >= maxAttempts) {
      kit.log.warn('a job that no process has ended is given up', { uuid: job.uuid, attempts: job.attempts })
      return void (await remove(job))
    }
    const attempts = job.attempts + 1
    await kit.db.updateTable('game_skins_jobs').set({ attempts }).where('uuid', '=', job.uuid).execute()
    try {
      await run(job)
    } catch (error) {
      kit.log.warn('a job of an earlier process failed', { uuid: job.uuid, attempts, reason: String(error) })
      if (attempts >= maxAttempts) await remove(job)
    }
  }

  return {
    async submit(described) {
      const job = { ...described, created_at: kit.now(), attempts: 0 }
      await exclusively(kit, `game_skins_jobs ${job.account}`, async (db) => {
        const pending = await countJobs(db, job.account)
        if (isClosing || pending >= maxPendingPerAccount) throw tooManyJobs()
        // each pending job will become a skin
        if ((await countGenerated(db, job.account)) + pending >= settings.skinsPerAccount)
          throw generatorError('job_limit', `At most ${settings.skinsPerAccount} skins are kept for an account`, 429)
        await db.insertInto('game_skins_jobs').values(job).execute()
      })
      try {
        return await run(job)
      } catch (error) {
        // the caller learns of the failure, or has left
        if (!isClosing) await remove(job)
        throw error
      }
    },
    async resume() {
      const left = await kit.db
        .selectFrom('game_skins_jobs')
        .selectAll()
        .orderBy('created_at')
        .limit(maxPending)
        .execute()
      const jobs = left.map((job) => ({ ...job, png: job.png && Buffer.from(job.png) }))
      await Promise.all(jobs.map(resumeOne))
    },
    isAtWork: () => running.size > 0,
    async close() {
      isClosing = true
      await Promise.all(running)
    },
  }
}

/** Signs the skin, then replaces the job with it. */
async function finish({ kit, signer }: Pick<QueueDeps, 'kit' | 'signer'>, job: JobsTable): Promise<Generated> {
  const startedAt = kit.now()
  const signed = await signProperty({ signer }, { ...job, created_at: startedAt }, job.signed_base)
  return kit.db.transaction().execute(async (db) => {
    const { numDeletedRows } = await db.deleteFrom('game_skins_jobs').where('uuid', '=', job.uuid).executeTakeFirst()
    // another process may have run the job in the meantime
    const finished = await skinByUuid(db, job.account, job.uuid)
    if (finished) return { skin: finished, duplicate: false }
    // or have found its picture already stored
    if (numDeletedRows === 0n) return { skin: await storedSkin(db, job), duplicate: true }
    if (job.png) await insertTexture(db, { hash: job.texture_hash, account: job.account, png: job.png })
    const { png: _png, attempts: _attempts, ...described } = job
    const skin = await insertSkin(db, kit.random, {
      ...described,
      ...signed,
      search_name: job.name.toLowerCase(),
      created_at: startedAt,
      duration_ms: Math.max(0, kit.now() - job.created_at),
      duplicates: 0,
      views: 0,
    })
    const duplicate = skin.uuid !== job.uuid
    if (duplicate) await countUp(db, skin, 'duplicates')
    return { skin, duplicate }
  })
}

async function storedSkin(db: Db, { account, image_hash: imageHash, variant }: JobsTable): Promise<SkinRow> {
  const skin = await skinByImage(db, account, { imageHash, variant })
  if (!skin) throw generatorError('generator_timeout', 'The job has ended without a skin.', 500)
  return skin
}

async function countJobs(db: Db, account: string): Promise<number> {
  const { count } = await db
    .selectFrom('game_skins_jobs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const tooManyJobs = () => generatorError('job_limit', 'Too many skins are waiting to be generated', 429)

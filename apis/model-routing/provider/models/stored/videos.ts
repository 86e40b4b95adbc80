// Handlers of video tasks: their state in the router's envelope, and remixes (SOURCES 3.17). They progress with the
// clock; no video is made.
import { type Call, type Refusal, refuse, reply } from '#define'
import { exclusively } from '#provider/sql'
import { full, invalid, refused } from '../../errors.ts'
import { ModelError } from '../../wire/model-error.ts'
import { isStorable, storable } from './storable.ts'
import type { StoredDeps } from './stored-deps.ts'
import { courseOf, type Video, type VideoDetails } from './video-course.ts'

const sampleMs = 1_714_640_400_000
const sampleDetails: VideoDetails = {
  model: 'sora-2',
  prompt: 'Waves against a harbour wall.',
  size: '1280x720',
  seconds: '8',
  remixedFrom: null,
}
/** Sample data that every account has. */
const samples: readonly Video[] = ['task_4Yp0', 'video_9Ck3'].map((id) => ({
  id,
  createdMs: sampleMs,
  details: sampleDetails,
}))
const isSample = (id: string) => samples.some((sample) => sample.id === id)
const videoLimit = 10_000
const longestPrompt = 32_000
/** Lifetime of a video, according to answers. */
const keptMs = 86_400_000

const sizes = ['720x1280', '1280x720', '1024x1792', '1792x1024']
const lengths = ['4', '8', '12']

interface VideoRequest {
  readonly prompt: string
  readonly model?: string | undefined
  readonly seconds?: string | undefined
  readonly size?: string | undefined
}
interface Named {
  readonly video_id: string
}

export const createVideoHandlers = (deps: StoredDeps) => ({
  async createVideo({ body }: { readonly body: VideoRequest }, { account }: Call) {
    const { model = 'sora-2', seconds = '4', size = '720x1280' } = body
    if (!lengths.includes(seconds)) throw invalid('seconds', `seconds is one of ${lengths.join(', ')}.`)
    if (!sizes.includes(size)) throw invalid('size', `size is one of ${sizes.join(', ')}.`)
    if (model === '' || model.length > 200) throw invalid('model', 'A model has 1 to 200 characters.')
    return begin(deps, account, { model: storable(model), prompt: body.prompt, size, seconds, remixedFrom: null })
  },
  async listVideos({ limit = 20, order = 'desc', after }: VideoPage, { account }: Call) {
    if (limit < 1 || limit > mostListed) throw invalid('limit', `limit is 1 to ${mostListed}.`)
    if (order !== 'asc' && order !== 'desc') throw invalid('order', 'order is asc or desc.')
    const begin = after === undefined ? undefined : await videoOf(deps, account, after)
    const rows = await pageOf(deps, account, { limit: limit + 1, order, begin })
    const data = rows.slice(0, limit).map((video) => writeVideo(video, deps.now()))
    const ids = data.map(({ id }) => id)
    return {
      object: 'list' as const,
      data,
      first_id: ids[0] ?? null,
      last_id: ids.at(-1) ?? null,
      has_more: rows.length > limit,
    }
  },
  async getVideoContent({ video_id }: Named, { account }: Call): Promise<never> {
    await videoOf(deps, account, video_id)
    throw refused(new ModelError('unimplemented', 'No video was made, so this one has no content.', noVideo))
  },
  async deleteVideo({ video_id }: Named, { account }: Call) {
    const { id } = await videoOf(deps, account, video_id)
    if (isSample(id))
      throw refused(new ModelError('permission', 'Sample data cannot be removed.', { param: 'video_id' }))
    await deps.db.deleteFrom('model_routing_videos').where('account', '=', account).where('id', '=', id).execute()
    return { id, object: 'video.deleted' as const, deleted: true }
  },
  async getVideo({ video_id }: Named, { account }: Call) {
    return writeVideo(await videoOf(deps, account, video_id), deps.now())
  },
  async getVideoTask({ task_id }: { readonly task_id: string }, { account }: Call) {
    return { code: 'success', message: '', data: writeTask(await videoOf(deps, account, task_id), deps.now()) }
  },
  async remixVideo({ video_id, body }: Named & { readonly body: { readonly prompt: string } }, { account }: Call) {
    const original = await videoOf(deps, account, video_id)
    return begin(deps, account, { ...original.details, prompt: body.prompt, remixedFrom: original.id })
  },
})

const noVideo = { code: 'no_video_model' }

interface VideoPage {
  readonly limit?: number | undefined
  readonly order?: string | undefined
  readonly after?: string | undefined
}
const mostListed = 100

interface PageRequest {
  readonly limit: number
  readonly order: 'asc' | 'desc'
  /** Video before the page. */
  readonly begin: Video | undefined
}

/** Returns a page of the account's videos; sample data is found by its id alone. */
async function pageOf(deps: StoredDeps, account: string, { limit, order, begin }: PageRequest): Promise<Video[]> {
  const direction = order === 'asc' ? '>' : '<'
  const rows = await deps.db
    .selectFrom('model_routing_videos')
    .selectAll()
    .where('account', '=', account)
    .$if(begin !== undefined, (query) =>
      query.where(({ eb, or, and }) =>
        or([
          eb('created_ms', direction, begin?.createdMs ?? 0),
          and([eb('created_ms', '=', begin?.createdMs ?? 0), eb('id', direction, begin?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('created_ms', order)
    .orderBy('id', order)
    .limit(limit)
    .execute()
  return rows.map(readRow)
}

async function begin(deps: StoredDeps, account: string, request: VideoDetails) {
  const length = [...request.prompt].length
  if (length < 1 || length > longestPrompt) throw invalid('prompt', 'A prompt has 1 to 32000 characters.')
  const details: VideoDetails = { ...request, prompt: storable(request.prompt) }
  const video = { id: `video_${deps.random.bytes(12).toString('hex')}`, createdMs: deps.now(), details }
  await exclusively(deps, `model_routing_videos ${account}`, async (db) => {
    const { count } = await db
      .selectFrom('model_routing_videos')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    if (Number(count) >= videoLimit) throw full(`There are ${videoLimit} videos, which is the most.`)
    await db
      .insertInto('model_routing_videos')
      .values({ id: video.id, account, created_ms: video.createdMs, facts: JSON.stringify(details) })
      .execute()
  })
  return reply(writeVideo(video, deps.now()), { headers: { 'x-new-api-other-ratios': ratiosOf(details) } })
}

/** Throws the refusal of routers for a task that does not exist or belongs to another account. */
async function videoOf(deps: StoredDeps, account: string, id: string): Promise<Video> {
  const sample = samples.find((one) => one.id === id)
  if (sample) return sample
  if (!isStorable(id)) throw noTask()
  const row = await deps.db
    .selectFrom('model_routing_videos')
    .selectAll()
    .where('account', '=', account)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw noTask()
  return readRow(row)
}

/** Rows are written by `begin` alone. */
const readRow = (row: {
  readonly id: string
  readonly created_ms: number | bigint
  readonly facts: string
}): Video => ({
  id: row.id,
  createdMs: Number(row.created_ms),
  details: JSON.parse(row.facts) as VideoDetails,
})

const noTask = (): Refusal => refuse(400, { code: 'task_not_exist', message: 'task_not_exist', data: null })

/** Writes the factors on the model's price as JSON. */
function ratiosOf({ seconds, size }: VideoDetails): string {
  const isLarge = size === '1792x1024' || size === '1024x1792'
  return JSON.stringify({ seconds: Number(seconds), size: isLarge ? 1.666667 : 1 })
}

const inSeconds = (ms: number) => Math.floor(ms / 1000)

function writeVideo({ id, createdMs, details }: Video, nowMs: number) {
  const { state, progress, endedMs } = courseOf({ id, createdMs, details }, nowMs)
  return {
    id,
    object: 'video' as const,
    model: details.model,
    status: state,
    progress,
    created_at: inSeconds(createdMs),
    completed_at: endedMs === undefined ? null : inSeconds(endedMs),
    expires_at: endedMs === undefined ? null : inSeconds(endedMs + keptMs),
    prompt: details.prompt,
    size: details.size,
    seconds: details.seconds,
    remixed_from_video_id: details.remixedFrom,
    error: null,
    task_id: id,
    metadata: metadataOf(id, details),
  }
}

function metadataOf(id: string, { seconds, size }: VideoDetails): Record<string, unknown> {
  const note = 'No video is made: the states of this task follow the clock.'
  return { seconds, size, note, ...(isSample(id) ? { sample: true } : {}) }
}

const words = {
  queued: { status: 'queued', routerStatus: 'QUEUED' },
  in_progress: { status: 'processing', routerStatus: 'IN_PROGRESS' },
  completed: { status: 'succeeded', routerStatus: 'SUCCESS' },
} as const

/** Writes the members of the short form next to those of a stored task, for clients of either (SOURCES 3.17). */
function writeTask(video: Video, nowMs: number) {
  const { id, createdMs, details } = video
  const { state, progress, startedMs, endedMs } = courseOf(video, nowMs)
  return {
    task_id: id,
    status: words[state].status,
    url: null,
    format: 'mp4',
    metadata: metadataOf(id, details),
    error: null,
    id,
    platform: 'gatehouse',
    action: details.remixedFrom === null ? 'generate' : 'remix',
    created_at: inSeconds(createdMs),
    updated_at: inSeconds(endedMs ?? startedMs ?? createdMs),
    submit_time: inSeconds(createdMs),
    fail_reason: null,
    result_url: null,
    progress: `${progress}%`,
    ...(startedMs === undefined ? {} : { start_time: inSeconds(startedMs) }),
    ...(endedMs === undefined ? {} : { finish_time: inSeconds(endedMs) }),
    data: { status: words[state].routerStatus, video: writeVideo(video, nowMs) },
  }
}

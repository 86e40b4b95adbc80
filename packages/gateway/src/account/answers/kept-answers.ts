// The recorded answers of accounts: found by their request, listed, exported, imported.
import { createPacer } from '#provider'
import {
  createKeptAnswersRepository,
  type KeptAnswerFilter,
  type KeptAnswerInfo,
  type KeptAnswerLimits,
  type KeptAnswerRow,
  type Store,
} from '#store'
import type { Log } from '../../process/log.ts'
import { createKeepQueue, type KeepQueue } from './keep-queue.ts'
import { type AnswerRequest, digestOf, type KeptAnswer } from './kept-answer.ts'
import { comparedRequests, type Nearest, nearestOf } from './nearest.ts'
import { openAnswer, openRequest, type Sealer, sealAnswer, variesFor } from './sealed-answer.ts'

interface KeptAnswersDeps {
  readonly store: Store
  readonly vault: { sealer(accountId: string): Promise<Sealer> }
  readonly clock: () => number
  readonly log: Pick<Log, 'warn'>
  /** Limits of an account. */
  readonly limits?: KeptAnswerLimits
}

/** A request for which a kept answer is looked for. */
export interface Wanted {
  readonly request: AnswerRequest
  /** Returns the value of a header of the request, '' without one. */
  readonly header: (name: string) => string
}

/** A source of answers to replay. */
export interface AnswerSource {
  /** Returns the next answer to equal requests, in the order in which they were kept; at the end the last one again. */
  next(accountId: string, wanted: Wanted): Promise<KeptAnswer | undefined>
  /** Returns the kept request of the same endpoint that differs least. */
  nearest(accountId: string, wanted: Wanted): Promise<Nearest | undefined>
}

/** A kept answer in a list. */
export interface ListedAnswer extends Pick<KeptAnswerInfo, 'id' | 'at' | 'status' | 'bytes'> {
  readonly contentType: string
  readonly request: AnswerRequest
}
type AnswerPage = KeptAnswerFilter & {
  readonly after?: { readonly at: number; readonly id: string } | undefined
  readonly limit: number
}

export interface KeptAnswers extends AnswerSource {
  readonly queue: KeepQueue
  /** Returns the newest successful answer to equal requests from `since` on. */
  newest(accountId: string, wanted: Wanted, since: number): Promise<KeptAnswer | undefined>
  /** Lists answers, the newest first. */
  list(accountId: string, page: AnswerPage): Promise<ListedAnswer[]>
  count(accountId: string): Promise<{ readonly answers: number; readonly bytes: number }>
  get(accountId: string, id: string): Promise<KeptAnswer | undefined>
  /** Yields the answers, the oldest first, each read when it is its turn. */
  all(accountId: string, filter?: KeptAnswerFilter): AsyncGenerator<KeptAnswer>
  /** Keeps answers of a file; returns how many of them are new. */
  add(accountId: string, answers: readonly KeptAnswer[]): Promise<number>
  /** Lets the answers of a listing be replayed from the first one again. */
  beginAgain(accountId: string, listing: string): Promise<void>
  remove(accountId: string, which: KeptAnswerFilter & { readonly id?: string | undefined }): Promise<number>
  /** Removes what was kept for thirty days. */
  prune(): Promise<void>
}

const usualLimits = { answers: 2000, bytes: 64 * 1024 * 1024 }
const keptMs = 30 * 86_400_000
const pageRows = 100
const prunedAtOnce = 200
/** The size at which a transaction ends: calls wait for the database meanwhile. */
const mostWrittenBytes = 1024 * 1024

/** Creates the recorded answers of a store. */
export function createKeptAnswers(deps: KeptAnswersDeps): KeptAnswers {
  const { store, vault, clock, log, limits = usualLimits } = deps
  const rows = createKeptAnswersRepository(store.db)
  const add: KeptAnswers['add'] = async (accountId, answers) => {
    const sealer = await vault.sealer(accountId)
    let [added, bytes] = [0, 0]
    let sealed: Awaited<ReturnType<typeof sealAnswer>>[] = []
    // sealing and writing a long answer take 20 ms each
    const pause = createPacer()
    for (const [index, answer] of answers.entries()) {
      const row = await sealAnswer(answer, sealer, clock())
      sealed.push(row)
      bytes += row.bytes
      await pause()
      if (bytes < mostWrittenBytes && index < answers.length - 1) continue
      added += await rows.add(accountId, sealed, limits)
      sealed = []
      bytes = 0
    }
    return added
  }
  const queue = createKeepQueue({ write: add, clock, log })

  const equalTo = async (accountId: string, { request, header }: Wanted) => {
    // what the same caller was answered before is found
    await queue.settled(accountId)
    return { digest: digestOf(request), varies: variesFor(header) }
  }
  const open = async (accountId: string, row: KeptAnswerRow | undefined) =>
    row && openAnswer(row, await vault.sealer(accountId))
  const opened = async (accountId: string, id: string) => open(accountId, await rows.get(accountId, id))
  async function* all(accountId: string, filter: KeptAnswerFilter = {}): AsyncGenerator<KeptAnswer> {
    await queue.settled(accountId)
    let after: KeptAnswerInfo | undefined
    do {
      const page = await rows.list(accountId, { ...filter, sort: 'oldest', after, limit: pageRows })
      for (const { id } of page) {
        const answer = await opened(accountId, id)
        if (answer) yield answer
      }
      after = page.length === pageRows ? page.at(-1) : undefined
    } while (after)
  }

  return {
    queue,
    async next(accountId, wanted) {
      const equal = await equalTo(accountId, wanted)
      const last = await rows.newest(accountId, equal)
      for (;;) {
        const first = last && (await rows.firstNotGiven(accountId, equal))
        if (!first || first.id === last.id) return open(accountId, last)
        // another call may have taken it meanwhile
        if (await rows.takeFirst(accountId, first.id)) return open(accountId, first)
      }
    },
    async newest(accountId, wanted, since) {
      const equal = await equalTo(accountId, wanted)
      return open(accountId, await rows.newest(accountId, { ...equal, since, below: 300 }))
    },
    async nearest(accountId, { request }) {
      const { listing, endpoint } = request
      const page = await rows.list(accountId, { listing, endpoint, sort: 'newest', limit: comparedRequests })
      if (page.length === 0) return undefined
      const sealer = await vault.sealer(accountId)
      return nearestOf(
        request,
        page.map((row) => ({ id: row.id, at: row.at, request: openRequest(row, sealer) })),
      )
    },
    async list(accountId, page) {
      await queue.settled(accountId)
      const listed = await rows.list(accountId, { ...page, sort: 'newest' })
      if (listed.length === 0) return []
      const sealer = await vault.sealer(accountId)
      return listed.map((row) => listedOf(row, sealer))
    },
    count: (accountId) => rows.count(accountId),
    async get(accountId, id) {
      await queue.settled(accountId)
      return opened(accountId, id)
    },
    all,
    add,
    beginAgain: (accountId, listing) => rows.beginAgain(accountId, listing),
    async remove(accountId, which) {
      await queue.settled(accountId)
      return rows.remove(accountId, which)
    },
    async prune() {
      while ((await rows.prune(clock() - keptMs, prunedAtOnce)) === prunedAtOnce);
    },
  }
}

function listedOf(row: KeptAnswerInfo, sealer: Sealer): ListedAnswer {
  const { id, at, status, bytes, content_type: contentType } = row
  const { varies: _varies, ...request } = openRequest(row, sealer)
  return { id, at, status, bytes, contentType, request }
}

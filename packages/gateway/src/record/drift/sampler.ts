// Takes a share of the live answers and has them compared on a thread. A call never waits for it, and what does not fit
// into its bounds is not compared.
import type { Api, Endpoint } from '#define'
import type { Thread } from '#provider/run'
import type { AnswerCopy, AnswerHeader, DriftSampler } from '../../upstream/answer-copy.ts'
import { declaredAnswerOf } from './compare.ts'
import type { DriftResult, DriftTask } from './drift-thread.ts'
import type { Comparison, DeclaredAnswer } from './finding.ts'

/** Notes a comparison for the log of findings. */
export type NoteComparison = (
  endpoint: { readonly listing: string; readonly endpoint: string },
  comparison: Comparison,
) => void

interface SamplerDeps {
  /** A share, from 0 to 1. */
  readonly share: number
  readonly thread: Pick<Thread<DriftTask, DriftResult>, 'run'>
  readonly note: NoteComparison
  /** Milliseconds; never goes back. */
  readonly monotonic: () => number
  /** Returns a share, from 0 to 1. */
  readonly random: () => number
}

/** Bodies beyond this size are not compared. */
export const maxSampledBytes = 2 * 1024 * 1024
export const mostPerSecond = 10
/** Answers that are under way or wait for the thread. */
const mostOpen = 10
/** An answer that takes longer gives up its place to another. */
const longestMs = 30_000
const secondMs = 1000

export function createDriftSampler({ share, thread, note, monotonic, random }: SamplerDeps): DriftSampler {
  const declarations = new WeakMap<Endpoint, DeclaredAnswer>()
  const open = new Set<Copy>()
  let [taken, since] = [0, Number.NEGATIVE_INFINITY]

  function isTaken(): boolean {
    if (random() >= share) return false
    const now = monotonic()
    if (now - since >= secondMs) [taken, since] = [0, now]
    if (taken >= mostPerSecond || !hasRoom(now)) return false
    taken++
    return true
  }

  function hasRoom(now: number): boolean {
    if (open.size < mostOpen) return true
    for (const copy of open) if (now - copy.sinceMs > longestMs) drop(copy)
    return open.size < mostOpen
  }

  function drop(copy: Copy): void {
    copy.drop()
    open.delete(copy)
  }

  function declaredOf(api: Api, endpoint: Endpoint): DeclaredAnswer {
    const declared = declarations.get(endpoint) ?? declaredAnswerOf(api, endpoint)
    declarations.set(endpoint, declared)
    return declared
  }

  async function compare({ listing, id, api, endpoint, ...header }: AnswerHeader, body: Buffer): Promise<void> {
    const { status, contentType, encoding } = header
    const answer = { status, contentType, encoding, body }
    const result = await thread.run(
      { kind: 'compare', declared: declaredOf(api, endpoint), answer },
      { owner: 'drift' },
    )
    if ('compared' in result && result.compared) note({ listing, endpoint: id }, result.compared)
  }

  return {
    sample(header) {
      if (!isTaken()) return undefined
      const copy = new Copy(monotonic(), (body) => {
        // a thread that ended takes this answer with it, and nothing else
        const compared = body ? compare(header, body).catch(() => undefined) : undefined
        void Promise.resolve(compared).then(() => open.delete(copy))
      })
      open.add(copy)
      return copy
    },
  }
}

class Copy implements AnswerCopy {
  readonly sinceMs: number
  /** Gets the whole body, or undefined if it is too long or was dropped. */
  readonly #finish: (body: Buffer | undefined) => void
  #chunks: Buffer[] | undefined = []
  #bytes = 0

  constructor(sinceMs: number, finish: (body: Buffer | undefined) => void) {
    this.sinceMs = sinceMs
    this.#finish = finish
  }

  push(bytes: Buffer): void {
    this.#bytes += bytes.length
    if (this.#bytes > maxSampledBytes) this.drop()
    // the next stage may give the memory of the chunk back
    else this.#chunks?.push(Buffer.from(bytes))
  }

  end(): void {
    this.#finish(this.#chunks && Buffer.concat(this.#chunks))
    this.#chunks = undefined
  }

  drop(): void {
    this.#chunks = undefined
  }
}

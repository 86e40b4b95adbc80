// Compares the answers of a HAR file with their declarations, or with what the embedded provider answers to the same
// reads.
import type { ProviderKit } from '#define'
import { effectOf } from '#define/reflect'
import type { Thread } from '#provider/run'
import type { ServedApis } from '../../call/served-apis.ts'
import type { DeclaredEntry, DriftResult, DriftTask, EmbeddedAnswer } from '../../record/drift/drift-thread.ts'
import type { DeclaredAnswer } from '../../record/drift/finding.ts'
import type { DeclaredParts } from '../../record/har/exchange.ts'
import type { SkippedEntry } from '../../record/har/read-har.ts'
import { createDriftSums, type DriftSums } from './drift-log.ts'
import { declaredOf, embeddedAnswerOf, partsOf } from './embedded-answers.ts'
import { createHarFile } from './har-file.ts'
import { type KnownRequest, mayBeWrapped } from './har-requests.ts'

interface CompareHarDeps {
  readonly thread: Pick<Thread<DriftTask, DriftResult>, 'run'>
  readonly served: Pick<ServedApis, 'bySlug'>
  readonly ask: ProviderKit['ask']
}
interface HarOrder {
  /** The file, in shared memory. */
  readonly har: Uint8Array
  readonly slug: string | undefined
  readonly embedded: boolean
}
export type CompareHar = (order: HarOrder) => Promise<HarReport>
type HarReport = {
  readonly compared: number
  readonly endpoints: ReturnType<DriftSums['all']>
  readonly skipped: SkippedEntry[]
  readonly skippedInAll: number
}

const mostSkipped = 200

/** Creates the comparison of files. Fails with 'thing.unknown' and 'input.invalid'. */
export function createCompareHar({ thread, served, ask }: CompareHarDeps): CompareHar {
  const { run, knownRequests } = createHarFile({ thread, served })

  /** Compares with the declarations. */
  async function compareDeclared(har: Uint8Array, known: ReadonlyMap<number, KnownRequest>, notes: Notes) {
    const answers = new Map<KnownRequest['route'], DeclaredAnswer>()
    const declared = new Map<number, DeclaredEntry>()
    for (const [index, request] of known) {
      const answer = answers.get(request.route) ?? declaredOf(request)
      answers.set(request.route, answer)
      declared.set(index, { declared: answer, unwraps: mayBeWrapped(request) })
    }
    const result = await run({ kind: 'answers', har, declared })
    if (!('answers' in result)) throw new TypeError('the thread compared no answers')
    notes.skipped.push(...result.skipped)
    for (const { index, startedAt, comparison } of result.answers) {
      const request = known.get(index)
      if (request) notes.sums.add(nameOf(request), comparison, startedAt)
    }
    return result.answers.length
  }

  /** Sends the reads to the embedded providers and compares shapes. */
  async function compareEmbedded(har: Uint8Array, known: ReadonlyMap<number, KnownRequest>, notes: Notes) {
    const wanted = new Map<number, DeclaredParts>()
    for (const [index, request] of known) {
      if (effectOf(request.route.endpoint) === 'read') wanted.set(index, partsOf(request))
      else notes.skipped.push({ index, reason: 'it is no read' })
    }
    const result = await run({ kind: 'sent', har, wanted })
    if (!('sent' in result)) throw new TypeError('the thread read no requests')
    notes.skipped.push(...result.skipped)
    let compared = 0
    for (const requests of Map.groupBy(result.sent, ({ index }) => known.get(index)?.route).values()) {
      const first = requests[0] && known.get(requests[0].index)
      if (!first) continue
      const embedded = new Map<number, EmbeddedAnswer>()
      for (const sent of requests) {
        const request = known.get(sent.index) ?? first
        const answer = await embeddedAnswerOf(request, sent, ask)
        if ('json' in answer) embedded.set(sent.index, { json: answer.json, unwraps: mayBeWrapped(request) })
        else notes.skipped.push({ index: sent.index, reason: answer.reason })
      }
      if (embedded.size === 0) continue
      compared += embedded.size
      const shapes = await run({ kind: 'fidelity', har, declared: declaredOf(first), embedded })
      if (!('compared' in shapes) || !shapes.compared) continue
      const times = requests.filter(({ index }) => embedded.has(index)).map(({ startedAt }) => startedAt)
      for (const [at, startedAt] of times.entries())
        notes.sums.add(nameOf(first), at === 0 ? shapes.compared : { findings: [], isCut: false }, startedAt)
    }
    return compared
  }

  return async (order) => {
    const notes: Notes = { sums: createDriftSums(), skipped: [] }
    const known = await knownRequests(order.har, order.slug, notes.skipped)
    const compare = order.embedded ? compareEmbedded : compareDeclared
    const compared = await compare(order.har, known, notes)
    const skipped = notes.skipped.sort((a, b) => a.index - b.index)
    return {
      compared,
      endpoints: notes.sums.all(),
      skipped: skipped.slice(0, mostSkipped),
      skippedInAll: skipped.length,
    }
  }
}

interface Notes {
  readonly sums: DriftSums
  readonly skipped: SkippedEntry[]
}

const nameOf = ({ listing, route }: KnownRequest) => ({ listing: listing.slug, endpoint: route.id })

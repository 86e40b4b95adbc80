// A HAR file on the thread that reads such files, and the endpoints of its requests.
import { fail } from '#define'
import { createPacer } from '#provider'
import type { Thread } from '#provider/run'
import type { ServedApis } from '../../call/served-apis.ts'
import type { DriftResult, DriftTask } from '../../record/drift/drift-thread.ts'
import type { SkippedEntry } from '../../record/har/read-har.ts'
import { createFindEndpoint, type KnownRequest } from './har-requests.ts'

export interface HarFileDeps {
  readonly thread: Pick<Thread<DriftTask, DriftResult>, 'run'>
  readonly served: Pick<ServedApis, 'bySlug'>
}
interface HarFile {
  /** Runs a task on a file. Fails with 'input.invalid' for one that is no HAR. */
  run(task: DriftTask): Promise<Exclude<DriftResult, { readonly refused: string }>>
  /** Returns the requests with an endpoint, of one listing or any, by their index. Fails with 'thing.unknown'. */
  knownRequests(har: Uint8Array, slug: string | undefined, skipped: SkippedEntry[]): Promise<Map<number, KnownRequest>>
}

const fileMs = 60_000

/** Creates the access to files; those are in shared memory. */
export function createHarFile({ thread, served }: HarFileDeps): HarFile {
  async function run(task: DriftTask): Promise<Exclude<DriftResult, { readonly refused: string }>> {
    const result = await thread.run(task, { owner: 'har', timeoutMs: fileMs })
    if ('refused' in result) throw invalidFile(result.refused)
    return result
  }

  return {
    run,
    async knownRequests(har, slug, skipped) {
      const only = slug === undefined ? undefined : served.bySlug.get(slug)
      if (slug !== undefined && !only) throw fail('thing.unknown', { thing: 'listing', id: slug })
      const find = createFindEndpoint(only ? [only] : [...served.bySlug.values()])
      const result = await run({ kind: 'requests', har })
      if (!('requests' in result)) throw new TypeError('the thread listed no requests')
      skipped.push(...result.skipped)
      const known = new Map<number, KnownRequest>()
      const pause = createPacer()
      for (const request of result.requests) {
        const found = await find(request)
        if (typeof found === 'string') skipped.push({ index: request.index, reason: found })
        else known.set(request.index, found)
        await pause()
      }
      return known
    },
  }
}

function invalidFile(problem: string) {
  return fail('input.invalid', { problems: problem }, { details: { problems: [{ name: 'body', problem }] } })
}

// What an operator sees first.
import type { HandlersFor } from '#define'
import type { createOverviews, Need } from '../../accounts/overview.ts'
import type { ReportSpending } from '../../accounts/spending.ts'
import type { overviewEndpoints } from '../endpoints/overview.ts'
import type { Rotation } from '../rotation.ts'
import type { Status } from '../status.ts'

export interface OverviewHandlersDeps {
  readonly overviews: ReturnType<typeof createOverviews>
  readonly spending: ReportSpending
  readonly rotation: Rotation
  readonly countRows: () => Promise<Status['counts']>
  /** What an operator should know about the clocks, or undefined. */
  readonly clockProblem: () => string | undefined
}
type OverviewEndpoints = typeof overviewEndpoints

export function overviewHandlers({
  overviews,
  spending,
  rotation,
  countRows,
  clockProblem,
}: OverviewHandlersDeps): HandlersFor<OverviewEndpoints, keyof OverviewEndpoints> {
  return {
    async overview() {
      const counts = await countRows()
      return { counts, ...(await overviews.ofAll(await systemNeeds())) }
    },
    spending: ({ account, ...request }) => spending(request, account),
  }

  async function systemNeeds(): Promise<Need[]> {
    const needs: Need[] = []
    const note = clockProblem()
    if (note !== undefined) needs.push({ kind: 'clock.problem', level: 'error', note })
    const { state, problem } = await rotation.state()
    if (state === 'unfinished' || state === 'failed')
      needs.push({ kind: 'vault.unfinished', level: 'warning', ...(problem !== null && { note: problem }) })
    return needs
  }
}

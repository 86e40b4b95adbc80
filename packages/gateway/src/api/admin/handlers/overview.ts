// Handlers of the operator's overview.
import type { HandlersFor } from '#define'
import { type Config, servesSample } from '../../../process/config.ts'
import type { Catalog } from '../../accounts/catalog.ts'
import type { Need } from '../../accounts/needs.ts'
import type { createOverviews } from '../../accounts/overview.ts'
import type { ReportSpending } from '../../accounts/spending.ts'
import type { overviewEndpoints } from '../endpoints/overview.ts'
import type { Rotation } from '../rotation.ts'
import type { Status } from '../status.ts'

interface OverviewHandlersDeps {
  readonly overviews: ReturnType<typeof createOverviews>
  readonly spending: ReportSpending
  readonly rotation: Rotation
  readonly countRows: () => Promise<Status['counts']>
  /** Returns a problem of the clocks that the operator should know about, or undefined. */
  readonly clockProblem: () => string | undefined
  readonly config: Pick<Config, 'GATEHOUSE_SAMPLE' | 'GATEHOUSE_PRODUCTION'>
  readonly catalog: Catalog
}
type OverviewEndpoints = typeof overviewEndpoints

export function overviewHandlers({
  overviews,
  spending,
  rotation,
  countRows,
  clockProblem,
  config,
  catalog,
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
    const sampled = catalog.apis.filter(({ api, listings }) => api.sample && listings[0]?.provider)
    if (config.GATEHOUSE_PRODUCTION && servesSample(config) && sampled.length > 0)
      needs.push({ kind: 'sample.served', level: 'warning', note: sampled.map(({ api }) => api.slug).join(', ') })
    return needs
  }
}

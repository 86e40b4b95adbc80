// Connects what tells people what happens: the observer and the sweep find events, the deliverer sends them, and
// webhooks say where.
import { systemTimers } from '#provider'
import type { Keys } from '../../account/keys/keys.ts'
import type { DeprecatedEndpoints } from '../../call/deprecated-endpoints.ts'
import type { RefusedKeys } from '../../call/refused-keys.ts'
import type { Config } from '../../process/config.ts'
import type { Log } from '../../process/log.ts'
import { createNamedFetch } from '../../upstream/named-fetch.ts'
import { type AccountRulesDeps, createAccountRules } from '../accounts/rules.ts'
import { type Announce, createAnnounce } from './announce.ts'
import { startDeliverer } from './deliver.ts'
import { createEventLog, type EventLog } from './event-log.ts'
import { startObserver } from './observe.ts'
import { createSweep } from './sweep.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

interface EventsDeps extends AccountRulesDeps {
  readonly config: Pick<Config, 'GATEHOUSE_DEFAULT_PROVIDER' | 'GATEHOUSE_EVENTS_DAYS' | 'GATEHOUSE_OUTBOUND_ALLOW'>
  readonly processId: string
  readonly refusedKeys: RefusedKeys
  readonly deprecatedEndpoints: Pick<DeprecatedEndpoints, 'take'>
  readonly keys: Pick<Keys, 'list'>
  readonly invalidations: AccountRulesDeps['invalidations'] & { liveProcesses(): number }
  readonly baseUrl: string
  readonly log: Log
}
export interface Events {
  readonly announce: Announce
  readonly webhooks: Webhooks
  readonly eventLog: EventLog
  /** Jobs of the gateway by name. The sweep also removes recorded answers that are too old. */
  readonly jobs: { readonly sweep: { readonly everyMs: number; run(): Promise<void> } }
  stop(): Promise<void>
}

const sweepMs = 30_000

/** Starts to observe and to deliver. */
export function startEvents(deps: EventsDeps): Events {
  const { config, invalidations } = deps
  const { listingSettings, audit } = createAccountRules(deps)
  const announce = createAnnounce({ ...deps, listingSettings })
  const eventLog = createEventLog({ ...deps, listingSettings })
  const fetch = createNamedFetch({ allow: config.GATEHOUSE_OUTBOUND_ALLOW })
  const timers = systemTimers
  const deliverer = startDeliverer({ ...deps, fetch, announce, timers, random: Math.random })
  const stopObserver = startObserver({ ...deps, announce, timers })
  const sweep = createSweep({
    ...deps,
    announce,
    liveProcesses: () => invalidations.liveProcesses(),
    keptDays: config.GATEHOUSE_EVENTS_DAYS,
  })
  return {
    announce,
    webhooks: createWebhooks({ ...deps, fetch, announce, audit, eventLog, wake: deliverer.wake }),
    eventLog,
    jobs: {
      sweep: {
        everyMs: sweepMs,
        async run() {
          await sweep()
          await deps.keptAnswers.prune()
          deliverer.wake()
        },
      },
    },
    async stop() {
      await stopObserver()
      await deliverer.stop()
    },
  }
}

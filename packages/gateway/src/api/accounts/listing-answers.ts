// What accounts choose to do with the answers of a listing. It takes effect in call/answers.ts.
import { fail } from '#define'
import { type AnswersMode, type AnswersSetting, createListingAnswersRepository, type Store } from '#store'
import type { KeptAnswers } from '../../account/answers/kept-answers.ts'
import { presentAnswers } from '../../call/answers.ts'
import type { ProviderKind } from '../../call/call.ts'
import type { Listing } from '../../call/listings.ts'

interface ListingAnswersDeps {
  readonly store: Store
  readonly keptAnswers: Pick<KeptAnswers, 'beginAgain'>
  readonly clock: () => number
}
/** A change of a setting; undefined stays. */
export interface AnswersOrder {
  readonly answers?: AnswersMode | undefined
  /** Seconds after which `answers` ends. */
  readonly forS?: number | undefined
  readonly maxAgeS?: number | undefined
  readonly sample?: boolean | undefined
  readonly writes?: boolean | undefined
}
/** The choices as views have them. */
export interface ShownAnswers {
  readonly answers: AnswersMode
  readonly answersUntil: number | null
  readonly maxAgeS: number
  readonly sample: boolean
  readonly writes: boolean
}
interface ListingAnswers {
  get(accountId: string, listing: string): Promise<AnswersSetting | undefined>
  list(accountId: string): Promise<Map<string, AnswersSetting>>
  view(setting: AnswersSetting | undefined): ShownAnswers
  /**
   * Returns the setting after a change; undefined without one. Fails with 'thing.conflict' if the embedded provider
   * answers and the live one would have to.
   */
  changed(accountId: string, listing: Listing, change: AnswersChange): Promise<AnswersSetting | undefined>
  set(accountId: string, listing: string, setting: AnswersSetting): Promise<void>
}
interface AnswersChange {
  readonly order: AnswersOrder
  /** Returns who answers the listing then. */
  readonly provider: () => Promise<ProviderKind>
}

/** Modes in which the live provider is called. */
const callsLive: ReadonlySet<AnswersMode> = new Set(['record', 'fill', 'failover'])

/** Creates the choices of a store. */
export function createListingAnswers({ store, keptAnswers, clock }: ListingAnswersDeps): ListingAnswers {
  const rows = createListingAnswersRepository(store.db)
  return {
    get: rows.get,
    list: rows.list,
    view(setting) {
      const { mode: answers, until: answersUntil, ...rest } = presentAnswers(setting, clock())
      return { answers, answersUntil, ...rest }
    },
    async changed(accountId, listing, { order, provider }) {
      if (Object.values(order).every((value) => value === undefined)) return undefined
      const setting = settingAfter(presentAnswers(await rows.get(accountId, listing.slug), clock()), order, clock())
      if (callsLive.has(setting.mode) && (await provider()) === 'embedded')
        throw fail('thing.conflict', {
          reason: `The embedded provider answers ${listing.title}, and only answers of the live one are recorded. Choose that too: PUT /v1/me/listings/${listing.slug} with {"provider":"live","answers":"${setting.mode}"}.`,
        })
      return setting
    },
    async set(accountId, listing, setting) {
      await rows.set(accountId, listing, { setting, updatedAt: clock() })
      await keptAnswers.beginAgain(accountId, listing)
    },
  }
}

/** Returns the setting after a change. A new mode ends when it says, and stays otherwise. */
function settingAfter(before: AnswersSetting, order: AnswersOrder, now: number): AnswersSetting {
  const { answers, forS, maxAgeS = before.maxAgeS, sample = before.sample, writes = before.writes } = order
  if (forS !== undefined && answers === undefined) {
    const problem = 'is only for `answers`: send both'
    throw fail('input.invalid', { problems: `forS ${problem}` }, { details: { problems: [{ name: 'forS', problem }] } })
  }
  const until = forS === undefined ? null : now + forS * 1000
  return { mode: answers ?? before.mode, maxAgeS, sample, writes, until: answers === undefined ? before.until : until }
}

// All activities in memory: in the order of the data, by type and by key. Immutable.
import type { Activity } from './activity.ts'

export interface ActivityIndex {
  readonly all: readonly Activity[]
  /** True for the built-in sample. */
  readonly isSample: boolean
  /**
   * Returns the activities of a type for exactly that many people, in the order of the data; an omitted filter matches
   * everything.
   */
  filter(query: { type?: string | undefined; participants?: number | undefined }): readonly Activity[]
  byKey(key: string): Activity | undefined
}

export function createActivityIndex(all: readonly Activity[], isSample: boolean): ActivityIndex {
  const byType = Map.groupBy(all, ({ type }) => type)
  const byKey = new Map(all.map((activity) => [activity.key, activity]))
  return {
    all,
    isSample,
    filter({ type, participants }) {
      const ofType = type === undefined ? all : (byType.get(type) ?? [])
      return participants === undefined ? ofType : ofType.filter((one) => one.participants === participants)
    },
    byKey: (key) => byKey.get(key),
  }
}

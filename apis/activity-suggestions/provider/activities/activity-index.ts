// All activities in memory: in the order of the data, by type and by key. Built whole and never changed.
import type { Activity } from './activity.ts'

export interface ActivityIndex {
  readonly all: readonly Activity[]
  /** Whether it is the sample that comes with the provider. */
  readonly sample: boolean
  /** Those of a type and for exactly so many people, where given; in the order of the data. */
  filter(wanted: { type?: string | undefined; participants?: number | undefined }): readonly Activity[]
  byKey(key: string): Activity | undefined
}

export function createActivityIndex(all: readonly Activity[], sample: boolean): ActivityIndex {
  const byType = Map.groupBy(all, ({ type }) => type)
  const byKey = new Map(all.map((activity) => [activity.key, activity]))
  return {
    all,
    sample,
    filter({ type, participants }) {
      const ofType = type === undefined ? all : (byType.get(type) ?? [])
      return participants === undefined ? ofType : ofType.filter((one) => one.participants === participants)
    },
    byKey: (key) => byKey.get(key),
  }
}

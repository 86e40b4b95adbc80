// Examples of version 2, derived from those of version 1 like the endpoints.
import type { Examples } from '#define'
import { firstVersion } from '../endpoints/first-version.ts'
import { secondId, secondParam } from '../endpoints/second-version.ts'
import { changeOf } from '../live/changes.ts'
import { createToSecond } from '../live/second-version.ts'
import { gameExamples } from './games.ts'
import { peopleExamples } from './people.ts'
import { playExamples } from './plays.ts'
import { ratingExamples } from './ratings.ts'
import { recruitingExamples } from './recruiting.ts'
import { teamExamples } from './teams.ts'

export const firstVersionExamples: Examples = {
  ...peopleExamples,
  ...gameExamples,
  ...playExamples,
  ...ratingExamples,
  ...recruitingExamples,
  ...teamExamples,
}

/** Parameter values that differ in version 2. */
const otherValues: Readonly<Record<string, unknown>> = { playType: 'TD' }

export const secondVersionExamples: Examples = Object.fromEntries(
  Object.entries(firstVersion).map(([id, endpoint]): [string, Examples[string]] => {
    const { params = {}, output } = firstVersionExamples[id] ?? {}
    const renamed = Object.entries(params).map(([name, value]): [string, unknown] => [
      secondParam(id, endpoint, name),
      otherValues[name] ?? value,
    ])
    return [secondId(id), { params: Object.fromEntries(renamed), output: createToSecond(changeOf(id))(output) }]
  }),
)

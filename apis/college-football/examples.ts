// One call of each endpoint; examples of version 1 carry the provider's version 2 body where it differs. Teams, players
// and numbers are invented.
import type { Examples } from '#define'
import { secondOnlyExamples } from './examples/second-only.ts'
import { firstVersionExamples, secondVersionExamples } from './examples/second-version.ts'

export const examples: Examples = { ...firstVersionExamples, ...secondVersionExamples, ...secondOnlyExamples }

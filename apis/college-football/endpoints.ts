// Both versions of the provider's API: version 1 of the specification, and version 2 under /v2.
import { firstVersion } from './endpoints/first-version.ts'
import { secondOnly } from './endpoints/second-only.ts'
import { secondVersion } from './endpoints/second-version.ts'

export const endpoints = { ...firstVersion, ...secondVersion, ...secondOnly }

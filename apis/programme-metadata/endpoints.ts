// All endpoints, in the order of the provider's documentation.
import { feeds } from './endpoints/feeds.ts'
import { raw } from './endpoints/raw.ts'

export const endpoints = { ...feeds, ...raw }

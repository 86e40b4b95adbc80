// All endpoints in the order of document 3, section 4.1.
import { feeds } from './endpoints/feeds.ts'
import { raw } from './endpoints/raw.ts'

export const endpoints = { ...feeds, ...raw }

// One example of each endpoint of the operator API, topic by topic.
import type { Examples } from '#define'
import { webhookExamples } from '../events/webhook-examples.ts'
import { accountExamples } from './examples/accounts.ts'
import { apiExamples } from './examples/apis.ts'
import { driftExamples } from './examples/drift.ts'
import { keyExamples } from './examples/keys.ts'
import { operationExamples } from './examples/operation.ts'
import { overviewExamples } from './examples/overview.ts'
import { priceExamples } from './examples/prices.ts'
import { recordExamples } from './examples/record.ts'

export const examples: Examples = {
  ...accountExamples,
  ...apiExamples,
  ...driftExamples,
  ...keyExamples,
  ...operationExamples,
  ...overviewExamples,
  ...priceExamples,
  ...recordExamples,
  ...webhookExamples(''),
}

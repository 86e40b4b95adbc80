// The endpoints of the operator API, topic by topic.
import { webhookEndpoints } from '../events/webhook-endpoints.ts'
import { accountEndpoints } from './endpoints/accounts.ts'
import { apiEndpoints, clientEndpoints } from './endpoints/apis.ts'
import { driftEndpoints } from './endpoints/drift.ts'
import { keyEndpoints } from './endpoints/keys.ts'
import { operationEndpoints } from './endpoints/operation.ts'
import { overviewEndpoints } from './endpoints/overview.ts'
import { priceEndpoints } from './endpoints/prices.ts'
import { recordEndpoints } from './endpoints/record.ts'

export const endpoints = {
  ...accountEndpoints,
  ...apiEndpoints,
  ...driftEndpoints,
  ...keyEndpoints,
  ...operationEndpoints,
  ...overviewEndpoints,
  ...priceEndpoints,
  ...recordEndpoints,
  ...webhookEndpoints(''),
  ...clientEndpoints,
}

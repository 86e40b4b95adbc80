// The clients of the operator's APIs alone, without those of data APIs.
export type { Admin } from '../generated/admin.ts'
export { admin } from '../generated/admin.ts'
export type * as Market from '../generated/item-market-operator.ts'
export { itemMarketOperator } from '../generated/item-market-operator.ts'
export type * as Models from '../generated/model-routing-operator.ts'
export { modelRoutingOperator } from '../generated/model-routing-operator.ts'

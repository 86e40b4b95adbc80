// One call of each endpoint, by area. Prices, accounts and floats are invented; names and facts of items are real.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'
import { peopleExamples } from './examples/accounts.ts'
import { catalogueExamples } from './examples/catalogue.ts'
import { floatExamples } from './examples/float.ts'
import { priceExamples } from './examples/prices.ts'
import { tradeupExamples } from './examples/tradeup.ts'

export const examples = defineExamples(endpoints, {
  ...priceExamples,
  ...floatExamples,
  ...peopleExamples,
  ...catalogueExamples,
  ...tradeupExamples,
})

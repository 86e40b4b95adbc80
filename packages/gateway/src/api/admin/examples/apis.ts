// Examples of the APIs that the operator adds.
import { defineExamples } from '#define'
import { apiEndpoints, clientEndpoints } from '../endpoints/apis.ts'

const document = `{"openapi":"3.1.0","info":{"title":"Petstore","version":"1"},"servers":[{"url":"https://petstore.example.com/v1"}],
"paths":{"/pets":{"get":{"operationId":"listPets","summary":"List all pets","responses":{"200":{"description":"Pets"}}}}}}`

const petstore = {
  slug: 'petstore',
  title: 'Petstore',
  summary: 'Petstore',
  version: '1',
  openapi: '3.1.0',
  base: 'https://petstore.example.com/v1',
  revision: 1,
  check: 'provider',
  open: false,
  operations: 1,
  leftOut: [],
  leftOutTotal: 0,
  elsewhere: [],
  keys: [],
  otherKeys: [],
  firstCall: 'curl "$GATEHOUSE_URL/v1/proxy/petstore/pets" \\\n  -H "x-gateway-key: $GATEHOUSE_KEY"',
  changes: [],
  changesTotal: 0,
}
const slug = 'petstore'
const client = `import type { ApiPromise, CallOptions, Connection } from '@gatehouse/client'

export declare namespace PetstoreApi {
  /** Petstore */
  export interface Methods {
    /** List all pets. */
    listPets(options?: CallOptions): ApiPromise<unknown>
  }
}
`

export const apiExamples = defineExamples(
  { ...apiEndpoints, ...clientEndpoints },
  {
    addApi: { params: { slug }, body: document, output: petstore },
    getAddedApi: { params: { slug }, output: petstore },
    getAddedDocument: { params: { slug }, output: { base64: Buffer.from(document).toString('base64') } },
    updateApi: { params: { slug, dryRun: true }, body: document, output: petstore },
    removeApi: { params: { slug } },
    getClient: { params: { slug: [slug] }, output: { base64: Buffer.from(client).toString('base64') } },
  },
)

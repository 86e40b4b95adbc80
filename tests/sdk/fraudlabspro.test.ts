// The client of FraudLabs Pro, version 2.x, against the embedded provider: its host is a constant, so its requests are
// sent to the gateway instead, which gets the form bodies as the client writes them.
import assert from 'node:assert/strict'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { createRequire } from 'node:module'
import { type TestContext, test } from 'node:test'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../harness/open-gateway.ts'

/** The part of the client that is used; it ships without types. */
interface FraudLabsPro {
  readonly FraudValidation: new (
    key: string,
  ) => {
    validate(params: object, done: (error: Error | null, answer: Members) => void): void
    feedback(params: object, done: (error: Error | null, answer: Members) => void): void
  }
}
type Members = Readonly<Record<string, unknown>>

const load = createRequire(import.meta.url)
const https: typeof import('node:https') = load('https')
const { FraudValidation }: FraudLabsPro = load('fraudlabspro-nodejs')

interface Sdk {
  validate(params: object): Promise<Members>
  feedback(params: object): Promise<Members>
}

/** Opens a gateway, and sends there what the client sends to its own host. */
async function openSdk(t: TestContext, callerKey = 'SDKKEY0123456789ABCDEFGHIJKLMNOP'): Promise<Sdk> {
  const gateway = await openGateway(t, { apis: await loadApis(apisFolder, 'fraud-screening') })
  const { key } = await gateway.account()
  const { hostname, port } = new URL(gateway.baseUrl)
  t.mock.method(https, 'request', (options: RequestOptions, onResponse: (response: IncomingMessage) => void) => {
    assert.deepEqual([options.hostname, options.port], ['api.fraudlabspro.com', 443])
    const path = `/v1/proxy/fraud-screening${options.path}`
    const headers = { ...Object(options.headers), 'x-gateway-key': key, 'x-gateway-provider': 'embedded' }
    return httpRequest({ ...options, hostname, port, path, headers }, onResponse)
  })
  const client = new FraudValidation(callerKey)
  const called = (method: 'validate' | 'feedback') => (params: object) =>
    new Promise<Members>((resolve, reject) =>
      client[method](params, (error, answer) => (error ? reject(error) : resolve(answer))),
    )
  return { validate: called('validate'), feedback: called('feedback') }
}

const order = {
  ip: '8.8.8.8',
  username: 'ada.l',
  flp_checksum: 'device-of-ada',
  billing: {
    ...{ first_name: 'Ada', last_name: 'Example', email: 'ada@gmail.com', phone: '+1 (650) 253-0000' },
    ...{ address: '1 Main St', city: 'Springfield', state: 'IL', zip_code: '62701', country: 'US' },
  },
  shipping: {
    first_name: 'Ada',
    address: '1 Main St',
    city: 'Springfield',
    state: 'IL',
    zip_code: '62701',
    country: 'US',
  },
  order: {
    ...{
      order_id: 'A-1001',
      order_memo: 'Call & ask',
      currency: 'USD',
      amount: 79.9,
      quantity: 1,
      payment_mode: 'CREDITCARD',
    },
    ...{ bin_no: '4556551234567890', avs_result: 'Y', cvv_result: 'M' },
  },
  items: [{ sku: 'book', quantity: 1, type: 'physical' }],
}

test('an order is screened, and every field that the client sends is read', async (t) => {
  const sdk = await openSdk(t)
  const answer = await sdk.validate(order)
  const { ip_country, is_country_match, is_free_email, is_bin_found, user_order_id, user_order_memo } = answer
  assert.deepEqual([ip_country, is_country_match, is_free_email, is_bin_found], ['US', 'Y', 'Y', 'Y'])
  assert.deepEqual([user_order_id, user_order_memo], ['A-1001', 'Call & ask'])
  assert.deepEqual([answer.is_bill_ship_postal_match, answer.is_phone_blacklist], ['Y', 'N'])
  // the client hashes the first digits of the card only, which identify no card
  assert.equal(answer.is_credit_card_blacklist, 'NA')
  assert.deepEqual([answer.fraudlabspro_status, answer.fraudlabspro_error_code], ['APPROVE', ''])
})

test('feedback is taken once, and an order that is blacklisted changes the next answer', async (t) => {
  const sdk = await openSdk(t)
  const { fraudlabspro_id: id } = await sdk.validate(order)
  const taken = { fraudlabspro_error_code: '', fraudlabspro_message: '' }
  assert.deepEqual(await sdk.feedback({ id, action: 'REJECT_BLACKLIST', note: 'Chargeback.' }), taken)
  const again = await sdk.feedback({ id, action: 'REJECT' })
  assert.deepEqual(
    [again.fraudlabspro_error_code, again.fraudlabspro_message],
    ['10013', 'TRANSACTION ALREADY REJECTED'],
  )
  const next = await sdk.validate({ ...order, ip: '1.1.1.1' })
  assert.deepEqual(
    [next.is_ip_blacklist, next.is_email_blacklist, next.is_device_blacklist, next.is_user_blacklist],
    ['N', 'Y', 'Y', 'Y'],
  )
  assert.equal(next.fraudlabspro_status, 'REJECT')
})

test('errors arrive as the client expects them, with status 200', async (t) => {
  const unknown = await (await openSdk(t)).feedback({ id: '20200101-AAAAAA', action: 'APPROVE' })
  assert.equal(unknown.fraudlabspro_message, 'INVALID TRANSACTION ID')
})

test('a key of another form is an invalid key', async (t) => {
  const answer = await (await openSdk(t, 'not a key')).validate(order)
  assert.deepEqual([answer.fraudlabspro_message, answer.fraudlabspro_id], ['INVALID API KEY', 'NA'])
})

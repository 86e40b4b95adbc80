// Picture addresses whose names no server resolves, while the steady caller calls a provider by name.
import { describeOutcome, type Row } from './target.ts'

const pictures = 12

export const silentNames: Row = {
  title: '12 pictures at names that nobody answers for, others call live',
  mostMs: 50,
  silentNames: true,
  steady: { path: '/v1/proxy/cat-facts/fact', headers: { 'x-gateway-provider': 'live' } },
  // resolved by the system, from its hosts file
  environment: ({ port }) => ({ GATEHOUSE_UPSTREAMS: `cat-facts=http://localhost:${port}` }),
  async warmUp({ call, upstream }) {
    // a closed connection makes each call resolve the name again
    const headers = { 'content-type': 'application/json', connection: 'close' }
    upstream.answer = (response) => response.writeHead(200, headers).end('{"fact":"Cats sleep.","length":11}')
    await call('GET', '/v1/proxy/background-removal/account')
  },
  async run({ call }) {
    const outcomes = await Promise.all(
      Array.from({ length: pictures }, (_, at) => {
        const body = String(new URLSearchParams({ image_url: `http://a${at}.slow.example/` }))
        const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-gateway-provider': 'embedded' }
        return call('POST', '/v1/proxy/background-removal/removebg', { headers, body })
      }),
    )
    const last = outcomes.reduce((slow, outcome) => (outcome.seconds > slow.seconds ? outcome : slow))
    return `the last: ${describeOutcome(last)}`
  },
}

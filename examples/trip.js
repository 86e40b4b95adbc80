// Plans a trip with four of the APIs, one address and one key: `node examples/trip.js SE 'Good morning, my friend'`.
// It needs nothing but a running gateway (npm start), and works offline: answers are made from sample data where no key
// of a provider is stored, and it says which.
import { readFileSync } from 'node:fs'

const { GATEHOUSE_URL, GATEHOUSE_KEY, GATEHOUSE_DATA = 'data', GATEHOUSE_PORT = '8787' } = process.env
const url = GATEHOUSE_URL ?? `http://127.0.0.1:${GATEHOUSE_PORT}`
const key = GATEHOUSE_KEY ?? JSON.parse(readFileSync(`${GATEHOUSE_DATA}/first-run.json`, 'utf8')).gatewayKey

const places = {
  DE: { language: 'DE', currency: 'EUR' },
  PL: { language: 'PL', currency: 'PLN' },
  PT: { language: 'PT-PT', currency: 'EUR' },
  SE: { language: 'DE', currency: 'SEK' },
}
const sampled = new Set()

/** Calls an API; whatever goes wrong has a code and a sentence in the same place. */
async function ask(slug, path, options = {}) {
  const headers = { 'x-gateway-key': key, ...(options.body && { 'content-type': 'application/json' }) }
  const response = await fetch(`${url}/v1/proxy/${slug}${path}`, { ...options, headers }).catch(() => {
    throw new Error(`No gateway answers at ${url}. Start it with npm start.`)
  })
  const body = await response.json()
  if (!response.ok) {
    const { code, message } = body.gateway_error ?? body.error
    throw new Error(`${slug}: ${message} (${code})`)
  }
  if (response.headers.get('x-gateway-sample') === 'true') sampled.add(slug)
  return body
}

const [country = 'SE', greeting = 'Good morning, my friend'] = process.argv.slice(2)
const place = places[country]
if (!place) throw new Error(`Choose one of ${Object.keys(places).join(', ')}.`)

const [holidays, rates, translated, activity] = await Promise.all([
  ask('public-holidays', `/NextPublicHolidays/${country}`),
  ask('exchange-rates', `/latest?base=USD&symbols=${place.currency}`),
  ask('translation', '/v2/translate', {
    method: 'POST',
    body: JSON.stringify({ text: [greeting], target_lang: place.language }),
  }),
  ask('activity-suggestions', '/random'),
])
const [next] = holidays
console.log(`Shops close on ${next.date}: ${next.localName} (${next.name}).`)
console.log(`100 USD are ${(100 * rates.rates[place.currency]).toFixed(2)} ${place.currency}.`)
console.log(`"${greeting}" is "${translated.translations[0].text}" in ${place.language}.`)
console.log(`Something to do there: ${activity.activity}.`)
if (sampled.size > 0) console.log(`Made from sample data: ${[...sampled].join(', ')}.`)

// What the databases of an operator add to a screening, and how files that appear, change, break or age are handled.
import assert from 'node:assert/strict'
import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { kilometresBetween } from './provider/checks/distance.ts'
import { mmdbOf } from './test/mmdb-writer.ts'
import { folderWith, key, openWorld, type ScreenedOrder } from './test/world.ts'

const springfield = { bill_city: 'springfield', bill_country: 'US' }
const city = {
  continent: { code: 'EU' },
  country: { iso_code: 'NL' },
  subdivisions: [{ names: { en: 'North Holland' } }],
  city: { names: { en: 'Amsterdam', nl: 'Amsterdam' } },
  location: { latitude: 52.37, longitude: 4.9, time_zone: 'Europe/Amsterdam' },
}

test('an operator’s databases come before the built-in one, each with the facts that it has', async () => {
  const filesFolder = folderWith({
    'city.mmdb': mmdbOf({ '8.8.8.0/24': city }),
    'isp.mmdb': mmdbOf({
      '8.8.0.0/16': { autonomous_system_organization: 'Example Hosting B.V.', domain: 'example.net' },
    }),
    'notes.txt': Buffer.from('no database'),
  })
  const world = await openWorld({ kit: { filesFolder } })
  const search = new URLSearchParams({ ip: '8.8.8.8', key, ...springfield })
  const { body, headers } = await world.ask<ScreenedOrder>(`/v1/order/screen?${search}`, { method: 'POST' })
  const names = ['ip_country', 'ip_continent', 'ip_region', 'ip_city', 'ip_latitude', 'ip_longitude', 'ip_timezone']
  assert.deepEqual(
    names.map((name) => body[name]),
    ['NL', 'Europe', 'North Holland', 'Amsterdam', '52.37', '4.9', '+01:00'],
  )
  assert.deepEqual(
    [body.ip_isp_name, body.ip_domain, body.ip_usage_type, body.ip_netspeed],
    ['Example Hosting B.V.', 'example.net', 'Data Center/Web Hosting/Transit', 'COMP'],
  )
  assert.equal(headers['x-gateway-engine'], 'city 2026-10-01')
  assert.equal(body.is_country_match, 'N')
  // from Amsterdam to Springfield, Illinois, a city of the sample
  assert.ok(Math.abs(Number(body.distance_in_km) - 6800) < 100, String(body.distance_in_km))
  assert.ok(Math.abs(Number(body.distance_in_km) / Number(body.distance_in_mile) - 1.609344) < 0.001)
  assert.equal(headers['x-gateway-sample'], 'true')
})

test('answers without a distance are not from the sample, and name the built-in database and its date', async () => {
  const world = await openWorld()
  const { headers } = await world.ask(`/v1/order/screen?ip=8.8.8.8&key=${key}&bill_city=Springfield&bill_country=US`, {
    method: 'POST',
  })
  assert.deepEqual(headers, { 'x-gateway-engine': 'geo-whois-asn-country 2026-06-17' })
})

test('networks of mobile operators, schools and anonymous addresses are named as the provider names them', async () => {
  const networks = {
    '192.0.2.0/28': { traits: { user_type: 'college' }, autonomous_system_organization: 'Any' },
    '192.0.2.16/28': { mobile_country_code: '204', mobile_network_code: '04', isp: 'Example Mobile' },
    '192.0.2.32/28': { is_anonymous: true, is_tor_exit_node: true },
    '192.0.2.48/28': { connection_type: 'Dialup' },
    '192.0.2.64/28': { traits: { user_type: '__proto__', connection_type: 'constructor' }, isp: 'Example Telecom' },
  }
  const world = await openWorld({ kit: { filesFolder: folderWith({ 'types.mmdb': mmdbOf(networks) }) } })
  const read = async (ip: string, ...names: string[]) => {
    const answer = await world.screen({ ip })
    return names.map((name) => answer[name])
  }
  assert.deepEqual(await read('192.0.2.1', 'ip_usage_type', 'ip_netspeed'), ['University/College/School', 'COMP'])
  assert.deepEqual(
    await read('192.0.2.17', 'ip_usage_type', 'ip_mobile_mcc', 'ip_mobile_mnc', 'ip_mobile_brand', 'ip_netspeed'),
    ['Mobile ISP', '204', '04', 'Example Mobile', 'DSL'],
  )
  assert.deepEqual(await read('192.0.2.33', 'is_proxy_ip_address', 'fraudlabspro_status'), ['Y', 'REVIEW'])
  assert.deepEqual(await read('192.0.2.1', 'is_proxy_ip_address', 'fraudlabspro_status'), ['NA', 'APPROVE'])
  assert.deepEqual(await read('192.0.2.49', 'ip_netspeed', 'ip_usage_type'), ['DIAL', '-'])
  assert.deepEqual(await read('192.0.2.65', 'ip_netspeed', 'ip_usage_type'), ['DSL', 'Fixed Line ISP'])
})

test('a damaged file is named in the log and left out, and the others are used', async () => {
  const whole = mmdbOf({ '192.0.2.0/24': city })
  const filesFolder = folderWith({ 'a.mmdb': whole.subarray(0, 900), 'b.mmdb': Buffer.alloc(0), 'c.mmdb': whole })
  const world = await openWorld({ kit: { filesFolder } })
  assert.equal((await world.screen({ ip: '192.0.2.1' })).ip_city, 'Amsterdam')
  const logged = world.logged.join('\n')
  for (const name of ['a.mmdb', 'b.mmdb']) assert.match(logged, new RegExp(`not used .*${name}: `))
})

test('files beyond the eighth are left out', async () => {
  const files = Array.from({ length: 10 }, (_none, at) => [
    `${at}.mmdb`,
    mmdbOf({ [`192.0.2.${16 * at}/28`]: { city: `C${at}` } }),
  ])
  const world = await openWorld({ kit: { filesFolder: folderWith(Object.fromEntries(files)) } })
  assert.equal((await world.screen({ ip: '192.0.2.112' })).ip_city, 'C7')
  assert.equal((await world.screen({ ip: '192.0.2.128' })).ip_city, '-')
  assert.match(world.logged.join('\n'), /8\.mmdb: more than 8 files/)
})

test('a file that appears, changes or goes is noticed within a minute', async () => {
  const filesFolder = folderWith({})
  const path = join(filesFolder, 'city.mmdb')
  const world = await openWorld({ kit: { filesFolder } })
  const cityAfter = async (ms: number) => {
    world.clock.advance(ms)
    return (await world.screen({ ip: '192.0.2.1' })).ip_city
  }
  assert.equal(await cityAfter(0), '-')
  writeFileSync(path, mmdbOf({ '192.0.2.0/24': city }))
  assert.equal(await cityAfter(1000), '-')
  assert.equal(await cityAfter(60_000), 'Amsterdam')
  writeFileSync(path, mmdbOf({ '192.0.2.0/24': { ...city, city: { names: { en: 'Utrecht' } } } }))
  utimesSync(path, 1, 1)
  assert.equal(await cityAfter(60_000), 'Utrecht')
  rmSync(path)
  assert.equal(await cityAfter(60_000), '-')
})

test('the age of each database is logged, with a warning after half a year', async () => {
  const built = (day: string) => mmdbOf({}, { builtMs: Date.parse(day) })
  const filesFolder = folderWith({
    'new.mmdb': built('2026-10-31'),
    'old.mmdb': built('2026-05-05'),
    'odd.mmdb': built('2038-01-01'),
  })
  const world = await openWorld({ kit: { filesFolder } })
  await world.open()
  const logged = world.logged.join('\n')
  assert.match(logged, /^opened an IP database .*"name":"new\.mmdb".*"built":"2026-10-31","days":2/m)
  assert.match(logged, /^an IP database is old .*"name":"old\.mmdb".*"days":181/m)
  assert.match(logged, /^opened an IP database .*"geo-whois-asn-country\.mmdb".*"built":"2026-06-17","days":138/m)
})

test('distances are those of great circles', () => {
  const place = (latitude: number, longitude: number) => ({ latitude, longitude })
  const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1, `${a} ${b}`)
  near(kilometresBetween(place(0, 0), place(0, 180)), 20_015)
  near(kilometresBetween(place(90, 0), place(-90, 77)), 20_015)
  near(kilometresBetween(place(48.85, 2.35), place(40.71, -74.01)), 5837)
  assert.equal(kilometresBetween(place(10, 20), place(10, 20)), 0)
})

test('special addresses have no country', async () => {
  const world = await openWorld()
  const special =
    '10.0.0.1 127.0.0.1 169.254.1.1 100.64.0.1 172.16.5.5 172.31.255.255 192.168.1.1 192.0.2.1 224.0.0.1 255.255.255.255 ::1 fe80::1 fd00::1 2001:db8::1 ::ffff:192.168.1.1'
  for (const ip of special.split(' ')) {
    const { ip_country, is_country_match } = await world.screen({ ip, bill_country: 'US' })
    assert.deepEqual([ip_country, is_country_match], ['-', 'NA'], ip)
  }
  for (const ip of ['172.32.0.1', '192.169.1.1', '8.8.8.8', '2001:4860:4860::8888'])
    assert.match(String((await world.screen({ ip })).ip_country), /^[A-Z]{2}$/, ip)
})

// One example call of each endpoint, with invented addresses, keys and numbers (telephone numbers from the range
// reserved for drama).
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'
import { flat, sampleStreet } from './examples/addresses.ts'
import { blankUs } from './schemas/blank-us.ts'

const success = { code: 2000, message: 'Success' }
const api_key = 'ak_example'
const key = 'stored'
const user_token = 'uk_example'
const config = {
  name: 'checkout',
  payload: '{"theme":"plain"}',
  createdAt: '2026-03-02T10:15:00.000Z',
  updatedAt: '2026-03-09T08:00:00.000Z',
}
const licensee = {
  id: '65e2f0a1b2c3d4e5f6a7b8c9',
  key: 'sl_example',
  createdAt: '2026-03-02T10:15:00.000Z',
  name: 'Example Traders',
  address: '1 Example Road, Sampleton',
  postcode: 'ID1 1QD',
  whitelist: ['https://shop.example.org'],
  daily: { limit: 500, count: 12, updatedAt: '2026-03-20T00:00:00.000Z' },
}
const contexts = [{ iso_3: 'GBR', iso_2: 'GB', description: 'United Kingdom', emoji: '🇬🇧', rgeo: true }]
const location = {
  id: 'geonames_1',
  name: 'Sampleton',
  descriptive_name: 'Sampleton, Exampleshire, England',
  country_iso: 'GBR',
}

export const examples = defineExamples(endpoints, {
  searchAddresses: {
    params: { api_key, query: '8 sample street', limit: '1' },
    output: { result: { total: 1, limit: 1, page: 0, hits: [sampleStreet] }, ...success },
  },
  autocompleteAddresses: {
    params: { api_key, query: '8 sample st', context: 'GBR', limit: '1' },
    output: {
      result: {
        hits: [
          { id: 'paf_8', suggestion: '8 Sample Street, Sampleton, ID1', udprn: 8, urls: { udprn: '/v1/udprn/8' } },
        ],
      },
      ...success,
    },
  },
  resolveAddressGbr: { params: { address: 'paf_8', api_key }, output: { result: sampleStreet, ...success } },
  resolveAddressUsa: {
    params: { address: 'usps_8|sample', api_key },
    output: {
      result: {
        ...blankUs,
        id: 'usps_8|sample',
        primary_number: '8',
        line_1: '8 Sample St',
        last_line: 'Sampleton CO 81000',
        zip_code: '81000',
        street_name: 'Sample',
        street_suffix_abbreviation: 'St',
        state: 'Colorado',
        state_abbreviation: 'CO',
        city: 'Sampleton',
        preferred_city: 'Sampleton',
      },
      ...success,
    },
  },
  cleanseAddress: {
    params: { api_key },
    body: { query: '8 Sampel Street, Sampleton', postcode: 'ID1 1QD' },
    output: {
      result: {
        query: '8 Sampel Street, Sampleton',
        match: sampleStreet,
        count: 1,
        fit: 0.861,
        confidence: 0.861,
        organisation_match: 'NA',
        premise_match: 'FULL',
        thoroughfare_match: 'PARTIAL',
        locality_match: 'NA',
        post_town_match: 'FULL',
        postcode_match: 'FULL',
      },
      ...success,
    },
  },
  validateEmail: {
    params: { api_key, query: 'ada@outlok.com' },
    output: {
      result: {
        result: 'unknown',
        deliverable: null,
        disposable: false,
        free: false,
        role: false,
        catchall: null,
        suggestions: ['ada@outlook.com'],
      },
      ...success,
    },
  },
  keyAvailability: { params: { key }, output: { result: { available: true, context: 'GBR', contexts }, ...success } },
  listConfigs: { params: { key, user_token }, output: { result: { configs: [config] }, ...success } },
  createConfig: {
    params: { key, user_token },
    body: { name: 'checkout', payload: '{"theme":"plain"}' },
    output: { result: config, ...success },
  },
  getConfig: { params: { key, config: 'checkout' }, output: { result: config, ...success } },
  updateConfig: {
    params: { key, config: 'checkout', user_token },
    body: { payload: '{"theme":"plain"}' },
    output: { result: config, ...success },
  },
  deleteConfig: {
    params: { key, config: 'checkout', user_token },
    output: { result: { deleted: 1 }, ...success },
  },
  keyDetails: {
    params: { key, user_token },
    output: {
      result: {
        name: 'Shop',
        contexts,
        lookups_remaining: 4210,
        daily_limit: { limit: 500, consumed: 12 },
        monthly_limit: { limit: null, consumed: 340 },
        individual_limit: { limit: 15 },
        allowed_urls: ['https://shop.example.org'],
        redact_days: 28,
        notifications: {
          emails: ['ops@example.org'],
          enabled: true,
          balance_threshold: 100,
          no_balance: true,
          limit_reached: false,
        },
        datasets: { paf: true, mr: true, usps: false },
        automated_topups: { enabled: false },
        current_purchases: [{ expires: '2027-03-02T00:00:00.000Z', purchased: 5000, consumed: 790 }],
        ip_forwarding: false,
      },
      ...success,
    },
  },
  listLicensees: {
    params: { key, user_token, limit: '1' },
    output: { result: { licensees: [licensee], hasMore: false }, ...success },
  },
  createLicensee: {
    params: { key, user_token },
    body: {
      name: 'Example Traders',
      address: '1 Example Road, Sampleton',
      postcode: 'ID1 1QD',
      whitelist: ['https://shop.example.org'],
      daily: { limit: 500 },
    },
    output: { result: licensee, ...success },
  },
  getLicensee: { params: { key, licensee: 'sl_example', user_token }, output: { result: licensee, ...success } },
  updateLicensee: {
    params: { key, licensee: 'sl_example', user_token },
    body: { daily: { limit: null } },
    output: { result: { ...licensee, daily: { ...licensee.daily, limit: null } }, ...success },
  },
  deleteLicensee: {
    params: { key, licensee: 'sl_example', user_token },
    output: { result: { deleted: 1 }, ...success },
  },
  keyLookups: {
    params: { key, user_token, start: '2026-10-20', end: '2026-11-10' },
    output:
      '2026-11-02T09:00:00.000Z,192.0.2.7,ID1 1AA,https://shop.example.org/,Postcode Lookup,\n' +
      '2026-11-02T09:05:00.000Z,192.0.2.9,8 sample street,,Address Lookup,"web,checkout"\n',
  },
  keyUsage: {
    params: { key, user_token, start: '2026-10-20', end: '2026-11-10' },
    output: {
      result: {
        start: '2026-10-20T00:00:00.000Z',
        end: '2026-11-10T23:59:59.999Z',
        total: 12,
        dailyCount: [{ date: '2026-11-02T00:00:00.000Z', count: 12 }],
      },
      ...success,
    },
  },
  validatePhoneNumber: {
    params: { api_key, query: '+442079460018' },
    output: {
      result: {
        valid: true,
        national_format: '020 7946 0018',
        international_format: '+44 20 7946 0018',
        iso_country: 'GBR',
        iso_country_2: 'GB',
        country: 'United Kingdom',
        current_carrier: null,
        original_carrier: { network_code: null, name: null, country: 'GB', network_type: 'landline' },
      },
      ...success,
    },
  },
  findPlaces: {
    params: { api_key, query: 'sampl', country_iso: 'GBR' },
    output: { result: { hits: [location] }, ...success },
  },
  resolvePlace: {
    params: { place: 'geonames_1', api_key },
    output: {
      result: {
        ...location,
        dataset: 'geonames',
        language: 'en',
        longitude: -1.5,
        latitude: 52.5,
        native: { geonameid: 1, name: 'Sampleton', feature_class: 'P', population: '1200' },
      },
      ...success,
    },
  },
  lookupPostcode: {
    params: { postcode: 'ID1 1QD', api_key },
    output: { result: [sampleStreet, flat], limit: 100, page: 0, total: 6, ...success },
  },
  lookupUdprn: {
    params: { udprn: '8', api_key, filter: 'line_1,post_town,postcode' },
    output: { result: { line_1: '8 Sample Street', post_town: 'Sampleton', postcode: 'ID1 1QD' }, ...success },
  },
  lookupUmprn: { params: { umprn: '50', api_key }, output: { result: flat, ...success } },
})

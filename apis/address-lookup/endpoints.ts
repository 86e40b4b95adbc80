// The 26 endpoints, in the order of the provider's documentation. Nearly all parameters are strings, as in its
// document; the provider itself responds to values that it does not understand.
import { body, get, int, list, obj, post, req, str } from '#define'
import { keys } from './endpoints/keys.ts'
import { api_key, authorization, biases, filter, locationFilters, q, requiredKey, tags } from './parameters.ts'
import {
  address,
  cleansed,
  emailResult,
  phoneResult,
  placeSuggestions,
  resolvedPlace,
  someOfAddress,
  suggestions,
  usAddress,
} from './schemas/addresses.ts'
import { answer } from './schemas/answer.ts'

const limit = str({ doc: 'Number of results: 10 by default, 100 at most.', example: '10' })
const bias_ip = str({ doc: 'true to prefer results near the caller.' })
const suggestionId = str({ doc: 'Id of a suggestion.', example: 'paf_8' })
const page = { result: list(someOfAddress), limit: int(), page: int(), total: int() }

export const endpoints = {
  searchAddresses: get('/addresses', 'Addresses that match a query or are near a position', {
    effect: 'spend',
    params: {
      api_key: requiredKey,
      query: str({
        doc: 'Words of the address; a postcode alone gives all its addresses.',
        example: '8 sample street',
      }),
      limit,
      page: str({ doc: 'Page, from 0.' }),
      filter,
      lon: str({ doc: 'Longitude; with lat, addresses within 100 metres.' }),
      lat: str({ doc: 'Latitude.' }),
      ...locationFilters,
      ...biases,
      q,
      tags,
      authorization,
    },
    returns: answer(obj({ total: int(), limit: int(), page: int(), hits: list(someOfAddress) })),
  }),
  autocompleteAddresses: get('/autocomplete/addresses', 'Suggestions for an address that is being typed', {
    params: {
      api_key,
      query: str({ doc: 'What has been typed so far, at most 150 characters.', example: '8 sample st' }),
      context: str({ doc: 'Country, three letters.', example: 'GBR' }),
      limit,
      ...locationFilters,
      ...biases,
      bias_ip,
      q,
      dataset: str({ beyond: true, doc: 'Only these data sets, comma-separated.' }),
      authorization,
    },
    returns: suggestions,
    doc: 'Costs nothing; resolving a suggestion does.',
  }),
  resolveAddressGbr: get('/autocomplete/addresses/{address}/gbr', 'The address of a suggestion, in the UK form', {
    effect: 'spend',
    params: { address: suggestionId, api_key, tags, authorization },
    returns: answer(address),
  }),
  resolveAddressUsa: get('/autocomplete/addresses/{address}/usa', 'The address of a suggestion, in the US form', {
    effect: 'spend',
    params: { address: suggestionId, api_key, tags, authorization },
    returns: answer(usAddress),
  }),
  cleanseAddress: post('/cleanse/addresses', 'The known address that best matches free text, and how well', {
    effect: 'spend',
    params: {
      api_key,
      context: str({ beyond: true, doc: 'Country, three letters; GBR by default.' }),
      tags,
      authorization,
    },
    body: body({
      query: req.str({ doc: 'The address as it was written.' }),
      postcode: str({ doc: 'Its postcode, when known separately.' }),
      post_town: str({ doc: 'Its town, when known separately.' }),
      county: str({ doc: 'Its county, when known separately.' }),
    }),
    returns: cleansed,
    idempotent: true,
  }),
  validateEmail: get('/emails', 'Whether mail to an address can be delivered', {
    effect: 'spend',
    params: {
      api_key: requiredKey,
      query: req.str({ doc: 'E-mail address.', example: 'ada@example.org' }),
      tags,
      authorization,
    },
    returns: emailResult,
  }),
  ...keys,
  validatePhoneNumber: get('/phone_numbers', 'Whether a phone number exists, its forms and its network', {
    effect: 'spend',
    params: {
      api_key: requiredKey,
      query: req.str({ doc: 'Number with its country code.', example: '+442079460018' }),
      current_carrier: str({ beyond: true, doc: 'true to return the current network too.' }),
      tags,
      authorization,
    },
    returns: phoneResult,
  }),
  findPlaces: get('/places', 'Towns and other places that match what is typed', {
    params: {
      api_key: requiredKey,
      query: str({ doc: 'What has been typed so far.', example: 'lond' }),
      country_iso: str({ doc: 'Only these countries, three letters each, comma-separated.', example: 'GBR' }),
      bias_country_iso: str({ doc: 'Countries to prefer, comma-separated.' }),
      bias_lonlat: biases.bias_lonlat,
      bias_ip,
      q,
      authorization,
    },
    returns: placeSuggestions,
  }),
  resolvePlace: get('/places/{place}', 'The place of a suggestion', {
    effect: 'spend',
    params: {
      place: str({ doc: 'Id of a place; a leading dollar sign is dropped.', example: 'geonames_1' }),
      api_key,
      tags,
      authorization,
    },
    returns: resolvedPlace,
  }),
  lookupPostcode: get('/postcodes/{postcode}', 'All addresses of a postcode', {
    effect: 'spend',
    params: {
      postcode: str({ doc: 'Postcode, with or without the space.', example: 'ID1 1QD' }),
      api_key,
      filter,
      page: str({ doc: 'Page, from 0, for postcodes of more than a hundred addresses.' }),
      tags,
      authorization,
    },
    returns: obj({ ...page, code: int({ example: 2000 }), message: str({ example: 'Success' }) }),
    doc: 'An unknown postcode is a 404 with suggestions.',
  }),
  lookupUdprn: get('/udprn/{udprn}', 'The address of a delivery point number', {
    effect: 'spend',
    params: { udprn: str({ example: '8' }), api_key, filter, tags, authorization },
    returns: answer(someOfAddress),
  }),
  lookupUmprn: get('/umprn/{umprn}', 'The address of a multiple-residence number', {
    effect: 'spend',
    params: { umprn: str({ example: '50' }), api_key, filter, tags, authorization },
    returns: answer(someOfAddress),
  }),
}

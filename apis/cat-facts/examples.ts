// One example call of each endpoint; the facts are common knowledge in our words.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

const whiskers = { fact: 'A cat walks by moving both legs of one side, then both of the other.', length: 68 }
const sleep = { fact: 'Cats sleep for more than half of the day.', length: 41 }
const turkishVan = {
  breed: 'Turkish Van',
  country: 'Turkey',
  origin: 'Natural',
  coat: 'Semi-long',
  pattern: 'Van',
}
const before = { url: null, label: 'Previous', active: false }
const next = { url: null, label: 'Next', active: false }

export const examples = defineExamples(endpoints, {
  fact: { params: { max_length: 80 }, output: whiskers },
  facts: {
    params: { limit: 2 },
    output: {
      current_page: 1,
      data: [whiskers, sleep],
      first_page_url: 'https://catfact.ninja/facts?page=1',
      from: 1,
      last_page: 2,
      last_page_url: 'https://catfact.ninja/facts?page=2',
      links: [
        before,
        { url: 'https://catfact.ninja/facts?page=1', label: '1', active: true },
        { url: 'https://catfact.ninja/facts?page=2', label: '2', active: false },
        { ...next, url: 'https://catfact.ninja/facts?page=2' },
      ],
      next_page_url: 'https://catfact.ninja/facts?page=2',
      path: 'https://catfact.ninja/facts',
      per_page: 2,
      prev_page_url: null,
      to: 2,
      total: 4,
    },
  },
  breeds: {
    params: { limit: 5 },
    output: {
      current_page: 1,
      data: [turkishVan],
      first_page_url: 'https://catfact.ninja/breeds?page=1',
      from: 1,
      last_page: 1,
      last_page_url: 'https://catfact.ninja/breeds?page=1',
      links: [before, { url: 'https://catfact.ninja/breeds?page=1', label: '1', active: true }, next],
      next_page_url: null,
      path: 'https://catfact.ninja/breeds',
      per_page: 5,
      prev_page_url: null,
      to: 1,
      total: 1,
    },
  },
})

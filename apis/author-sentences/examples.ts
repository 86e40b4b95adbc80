// One example call of each endpoint, with books and sentences of the sample.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

const lamp = { id: '4052', name: 'The Lamp at the Ford', year: '1928' }
const salt = { id: '30be', name: 'Salt and Slate', year: '1931' }
const clocks = { id: '364a', name: 'The Clockmender of Low Street', year: '1934' }
const first = { id: 'be1bd8dc', sentence: 'No one had lit the lamp, and yet it burned.', book: lamp }
const second = { id: '79e44d77', sentence: 'The quarry had been silent since the spring.', book: salt }

export const examples = defineExamples(endpoints, {
  listBooks: { output: { data: [lamp, salt, clocks] } },
  bookSentences: { params: { id: '4052', limit: 1 }, output: { data: [first] } },
  randomSentences: { params: { limit: 2 }, output: { data: [second, first] } },
  getSentence: { params: { id: 'be1bd8dc' }, output: { data: first } },
})

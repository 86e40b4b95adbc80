// One real call of each endpoint: documents, tests, try-it and the stand-in provider read them.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

export const examples = defineExamples(endpoints, {
  listNotes: { params: { limit: 1 }, output: [{ id: 2, text: 'The second note.' }] },
  getNote: { params: { id: 1 }, output: { id: 1, text: 'The first note.' } },
  addNote: { body: { text: 'Buy bread.' }, output: { id: 1001, text: 'Buy bread.' } },
})

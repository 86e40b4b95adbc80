// One example call of each endpoint with the embedded provider's response; the definitions are in our own words.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

export const examples = defineExamples(endpoints, {
  words: {
    params: { rel_rhy: 'spade', max: 2, md: 'dpsf' },
    output: [
      {
        word: 'made',
        score: 2718,
        numSyllables: 1,
        tags: ['adj', 'v', 'f:522.446350'],
        defs: ['adj\tput together by somebody or by a machine'],
      },
      {
        word: 'trade',
        score: 2267,
        numSyllables: 1,
        tags: ['n', 'v', 'f:183.942368'],
        defs: ['n\tthe business of buying and selling', 'v\tto give one thing for another'],
      },
    ],
  },
  suggest: {
    params: { s: 'lanter', max: 2 },
    output: [
      { word: 'lantern', score: 787 },
      { word: 'lantern slide', score: 274 },
    ],
  },
})

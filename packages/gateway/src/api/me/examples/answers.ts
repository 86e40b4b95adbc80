// Examples of recorded answers.
import { defineExamples } from '#define'
import { at } from '../../accounts/sample-values.ts'
import { answerEndpoints } from '../endpoints/answers.ts'

const subject = { id: 'ans_5b1f0c9e7a2d4386b1f0c9e7', at, listing: 'exchange-rates', endpoint: 'latest' } as const
const { id, ...ofLine } = subject
const params = { base: 'EUR', symbols: ['CHF', 'USD'] }
const shown = {
  request: { params },
  answer: {
    status: 200,
    headers: [['content-type', 'application/json']],
    text: '{"base":"EUR","rates":{"CHF":0.93,"USD":1.09}}',
  },
}

const har =
  '{"log":{"version":"1.2","creator":{"name":"Gatehouse","version":"0.2.0"},"entries":[\n' +
  '{"startedDateTime":"2027-01-01T00:00:00.000Z","time":0,"request":{"method":"GET","url":"http://127.0.0.1:8787/v1/proxy/exchange-rates/latest?base=EUR&symbols=CHF"},' +
  '"response":{"status":200,"headers":[],"content":{"size":35,"mimeType":"application/json","text":"{\\"base\\":\\"EUR\\",\\"rates\\":{\\"CHF\\":0.93}}"}}}\n]}}\n'

export const answerExamples = defineExamples(answerEndpoints, {
  listAnswers: {
    params: { listing: 'exchange-rates', limit: 1 },
    output: {
      answers: [{ ...subject, status: 200, contentType: 'application/json', bytes: 402, params }],
      next: 'MTc2NzIyNTYwMDAwMCBhbnNfNWIxZjBjOWU3YTJkNDM4NmIxZjBjOWU3',
      kept: { answers: 12, bytes: 8140 },
    },
  },
  getAnswer: { params: { id }, output: { ...subject, ...shown } },
  deleteAnswer: { params: { id } },
  deleteAnswers: { params: { listing: 'exchange-rates' }, output: { removed: 12 } },
  exportAnswers: { params: { listing: 'exchange-rates' }, output: `${JSON.stringify({ ...ofLine, ...shown })}\n` },
  importAnswers: {
    body: `${JSON.stringify({ ...ofLine, ...shown })}\n`,
    output: { lines: 1, added: 1, refused: 0, problems: [] },
  },
  exportHar: { params: { listing: 'exchange-rates' }, output: har },
  importHar: { body: har, output: { entries: 1, added: 1, skipped: 0, problems: [] } },
})

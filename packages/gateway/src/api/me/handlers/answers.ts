// Handlers of recorded answers.
import { type HandlersFor, reply } from '#define'
import type { AnswerRules } from '../../accounts/answers.ts'
import type { answerEndpoints } from '../endpoints/answers.ts'

type AnswerEndpoints = typeof answerEndpoints

export function answerHandlers(rules: AnswerRules): HandlersFor<AnswerEndpoints, keyof AnswerEndpoints> {
  return {
    listAnswers: (page, { account }) => rules.list(account, page),
    getAnswer: ({ id }, { account }) => rules.get(account, id),
    async deleteAnswer({ id }, { account }) {
      await rules.remove(account, id)
      return undefined
    },
    deleteAnswers: (filter, { account }) => rules.removeAll(account, filter),
    exportAnswers: (filter, { account }) =>
      reply(rules.export(account, filter), { headers: { 'content-type': 'application/jsonl' } }),
    importAnswers: ({ body }, { account }) => rules.import(account, body),
    exportHar: (filter, { account }) =>
      reply(rules.exportHar(account, filter), { headers: { 'content-type': 'application/json' } }),
    importHar: ({ body }, { account }) => rules.importHar(account, body),
  }
}

// Examples of agents' calls that wait for a person.
import { defineExamples } from '#define'
import { at, minutesLater } from '../../accounts/sample-values.ts'
import { waitingEndpoints } from '../endpoints/waiting.ts'

const id = 'wait_5nT8wQzR3kYdHc1PL0vXaB7m'

export const waitingExamples = defineExamples(waitingEndpoints, {
  listWaitingCalls: {
    output: {
      calls: [
        {
          id,
          key: 'key_5nT8wQzR3kYdHc1P',
          operation: 'personal-finance.deleteTransaction',
          arguments: '{"id":12}',
          provider: null,
          client: 'claude-code',
          createdAt: at,
          expiresAt: minutesLater(5),
        },
      ],
    },
  },
  answerWaitingCall: { params: { id }, body: { approved: true } },
})

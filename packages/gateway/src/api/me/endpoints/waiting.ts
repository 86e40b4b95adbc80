// Endpoints of agents' calls that a person may approve or decline.
import { body, empty, get, int, list, nullable, obj, oneOf, put, req, str } from '#define'
import { providers } from '../../accounts/shapes.ts'

const WaitingCall = obj({
  id: str(),
  key: str({ doc: 'Id of the key that the agent calls with.' }),
  operation: str({ doc: 'What would be called, such as personal-finance.deleteTransaction.' }),
  arguments: str({ doc: 'All of them, as JSON in which characters that nobody sees are escapes.' }),
  provider: nullable(oneOf(providers), {
    doc: 'Who would answer, where the agent chose; null: whoever the account has chosen.',
  }),
  client: nullable(str(), { doc: 'What the client calls itself: a claim.' }),
  createdAt: int(),
  expiresAt: int({ doc: 'Milliseconds since the epoch. From then on it no longer waits.' }),
})

export const waitingEndpoints = {
  listWaitingCalls: get('/me/waiting-calls', 'Calls of agents that wait for a person, oldest first', {
    returns: obj({ calls: list(WaitingCall) }),
    doc: 'Calls that destroy or spend, of clients that cannot ask the person. They wait for five minutes. At most 100 are listed.',
  }),
  answerWaitingCall: put('/me/waiting-calls/{id}', 'Approves or declines a call of an agent that waits', {
    params: { id: str({ max: 80, doc: 'Id of the waiting call.', example: 'wait_5nT8wQzR3kYdHc1PL0vXaB7m' }) },
    body: body({ approved: req.bool({ doc: 'Whether the agent may make the call, once.' }) }),
    returns: empty(),
    status: 204,
    doc: 'The agent makes an approved call when it repeats it, before it expires. Only by a key that has all that the key of the agent has. Otherwise 403 `key.grant`.',
  }),
}

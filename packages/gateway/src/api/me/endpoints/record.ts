// Endpoints of the record of the account's own calls.
import { get } from '#define'
import { Call, CallErrors, Calls, callId, callParams, errorParams, Health } from '../../accounts/call-shapes.ts'

export const recordEndpoints = {
  listCalls: get('/me/calls', 'Single calls of the account, newest first', {
    params: callParams,
    returns: Calls,
    doc: 'Bodies, paths and query values are not kept. How long calls are kept is a setting of the operator, 7 days by default. Calls to the self-service API are not among them.',
  }),
  getCall: get('/me/calls/{id}', 'One call, by the request id of its answer', {
    params: { id: callId },
    returns: Call,
    doc: 'The latest call with that id, for callers that choose ids themselves.',
  }),
  listErrors: get('/me/errors', 'Failed calls by kind: how many, since when, and an example', {
    params: errorParams,
    returns: CallErrors,
  }),
  health: get('/me/health', 'How each listing did in the last hour, by the calls of the account', { returns: Health }),
}

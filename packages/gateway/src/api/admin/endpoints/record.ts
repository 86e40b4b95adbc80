// Endpoints of the record of all accounts' calls.
import { get, str } from '#define'
import {
  AccountCall,
  AccountCalls,
  CallErrors,
  callId,
  callParams,
  errorParams,
  Health,
} from '../../accounts/call-shapes.ts'
import { wordPattern } from '../../accounts/shapes.ts'

const account = str({ max: 64, pattern: wordPattern, doc: 'Only calls of this account.' })

export const recordEndpoints = {
  listCalls: get('/calls', 'Single calls, newest first', {
    params: { account, ...callParams },
    returns: AccountCalls,
    doc: 'Bodies, paths and query values are not kept. GATEHOUSE_CALLS_DAYS says how long calls are kept.',
  }),
  getCall: get('/calls/{id}', 'One call, by the request id of its answer', {
    params: { id: callId, account },
    returns: AccountCall,
    doc: 'The latest call with that id, for callers that choose ids themselves.',
  }),
  listErrors: get('/errors', 'Failed calls by kind: how many, since when, and an example', {
    params: { account, ...errorParams },
    returns: CallErrors,
  }),
  health: get('/health', 'How each listing did in the last hour', { returns: Health }),
}

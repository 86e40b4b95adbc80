// Endpoints of the account's sandboxes.
import { body, del, empty, get, int, list, obj, oneOf, patch, post, put, req } from '#define'
import {
  clockBody,
  Faults,
  faultsBody,
  Journal,
  name,
  newSandbox,
  Sandbox,
  Scripts,
  Snapshot,
  scriptsBody,
  snapshot,
} from '../../accounts/sandbox-shapes.ts'

const params = { name }
const named = body({ snapshot: req.of(snapshot) })

export const sandboxEndpoints = {
  listSandboxes: get('/me/sandboxes', 'Sandboxes of the account, in order of name', {
    returns: obj({ sandboxes: list(Sandbox) }),
  }),
  createSandbox: post('/me/sandboxes', 'Makes a sandbox: embedded providers with a state of their own', {
    body: newSandbox,
    returns: Sandbox,
    status: 201,
    doc: 'Calls with `x-gateway-sandbox: <name>`, or with a key that belongs to it, are answered there and never by a live provider. An account has at most twenty.',
  }),
  getSandbox: get('/me/sandboxes/{name}', 'One sandbox', { params, returns: Sandbox }),
  deleteSandbox: del('/me/sandboxes/{name}', 'Removes a sandbox with all that is in it', {
    params,
    returns: empty(),
    status: 204,
  }),
  resetSandbox: post(
    '/me/sandboxes/{name}/reset',
    'Takes everything back to the beginning: data, clock, faults and journal',
    {
      params,
      returns: Sandbox,
      doc: 'Snapshots stay, and scripts, whose counts begin again. Calls under way end in the state that they began with.',
    },
  ),
  takeSnapshot: post('/me/sandboxes/{name}/snapshots', 'Keeps the current state under a name', {
    params,
    body: named,
    returns: Snapshot,
    status: 201,
    doc: 'It waits for calls under way, at most ten seconds, and replaces the snapshot of the same name. A sandbox has at most twenty.',
  }),
  listSnapshots: get('/me/sandboxes/{name}/snapshots', 'Snapshots of a sandbox', {
    params,
    returns: obj({ snapshots: list(Snapshot) }),
  }),
  deleteSnapshot: del('/me/sandboxes/{name}/snapshots/{snapshot}', 'Removes a snapshot', {
    params: { name, snapshot },
    returns: empty(),
    status: 204,
  }),
  restoreSnapshot: post('/me/sandboxes/{name}/restore', 'Goes back to a snapshot, with its clock', {
    params,
    body: named,
    returns: Sandbox,
  }),
  setSandboxClock: patch('/me/sandboxes/{name}/clock', 'Sets, moves, stops or starts the clock of a sandbox', {
    params,
    body: clockBody,
    returns: Sandbox,
    doc: 'One of the three at a time. Scheduled work of its providers that falls due on the way ahead runs in order, each at its own time; of one that would run more than a hundred times, the last hundred.',
  }),
  getFaults: get('/me/sandboxes/{name}/faults', 'Rules of faults, with what each has done', {
    params,
    returns: Faults,
  }),
  setFaults: put('/me/sandboxes/{name}/faults', 'Sets the rules of faults; their counts begin again', {
    params,
    body: faultsBody,
    returns: Faults,
  }),
  getScripts: get('/me/sandboxes/{name}/scripts', 'Scripts of models, with how often each rule matched', {
    params,
    returns: Scripts,
  }),
  setScripts: put('/me/sandboxes/{name}/scripts', 'Sets the scripts of models; their counts begin again', {
    params,
    body: scriptsBody,
    returns: Scripts,
    doc: 'The first rule that matches a call gives the answer; without one, the built-in model does.',
  }),
  readJournal: get('/me/sandboxes/{name}/journal', 'The last thousand requests, as the providers got them', {
    params: {
      name,
      sort: oneOf(['oldest', 'newest'], { default: 'oldest', doc: 'The oldest or the newest first.' }),
      after: int({ min: 0, default: 0, doc: 'The number of a request: only those that follow it in that order.' }),
      limit: int({ min: 1, max: 1000, default: 100, doc: 'Maximum number of requests per page.' }),
    },
    returns: Journal,
    doc: 'Of long ones fewer: 16 MB in all, and 1 MB on a page.',
  }),
}

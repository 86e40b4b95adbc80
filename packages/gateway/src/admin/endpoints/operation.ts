// What an operator monitors and runs: usage, audit, APIs, imports, rotation of the master key, state of the system.
import { events, get, int, list, obj, opt, post, req, str, streamBody } from '#define'
import { Usage, usageParams } from '../../accounts/shapes.ts'
import { ApiState, AuditEntry, ImportEvent, Rotation, RotationEvent, Status } from '../schemas.ts'

/** The largest public dumps that are imported are several gigabytes. */
const importBytes = 16 * 1024 ** 3
const hourMs = 3_600_000

export const operationEndpoints = {
  usage: get('/usage', 'Calls by hour or day, listing and provider', {
    params: { account: str({ doc: 'Only calls of this account.' }), ...usageParams },
    returns: Usage,
  }),
  audit: get('/audit', 'Who changed what, newest first', {
    params: {
      limit: int({ min: 1, max: 1000, default: 100, doc: 'Maximum number of entries per page.' }),
      before: int({ min: 1, doc: 'The `next` of the previous page.' }),
    },
    returns: obj({ entries: list(AuditEntry), next: opt(int()) }),
  }),
  listApis: get('/apis', 'Every API, its listings and its providers', { returns: obj({ apis: list(ApiState) }) }),
  importFile: post('/imports/{slug}', 'Imports a public file into an embedded provider and reports progress', {
    params: {
      slug: str({ doc: 'Slug of the API, or of one of its listings.' }),
      file: req.str({
        max: 255,
        doc: 'Name of the file, for importers that recognise formats by it.',
        example: 'rates.csv',
      }),
      account: str({ doc: 'Account to import for; optional while there is only one.' }),
      bytes: int({ min: 0, doc: 'Size of the file, for the percentage; by default the Content-Length.' }),
    },
    body: streamBody(),
    returns: events(ImportEvent),
    limits: { bodyBytes: importBytes, idleMs: hourMs, totalMs: 6 * hourMs },
  }),
  vaultRotation: get('/vault/rotation', 'Progress of the rotation of the master key', { returns: Rotation }),
  rotateVault: post('/vault/rotation', 'Rotates the master key while the gateway serves calls, and reports progress', {
    returns: events(RotationEvent),
    limits: { idleMs: hourMs, totalMs: 6 * hourMs },
  }),
  status: get('/status', 'State of this process and of what it depends on', { returns: Status }),
}

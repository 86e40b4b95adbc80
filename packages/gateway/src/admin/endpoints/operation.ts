// What an operator looks at and runs: usage, audit, APIs, imports, rotation of the master key, state of the system.
import { events, get, int, list, obj, opt, post, req, str, streamBody } from '#define'
import { Usage, usageParams } from '../../accounts/shapes.ts'
import { ApiState, AuditEntry, ImportEvent, Rotation, RotationEvent, Status } from '../schemas.ts'

/** The largest public dumps that an importer reads have some gigabytes. */
const importBytes = 16 * 1024 ** 3
const hoursMs = 3_600_000

export const operationEndpoints = {
  usage: get('/usage', 'Calls by hour or day, listing and provider', {
    params: { account: str({ doc: 'Only calls of this account.' }), ...usageParams },
    returns: Usage,
  }),
  audit: get('/audit', 'Who changed what, newest first', {
    params: {
      limit: int({ min: 1, max: 1000, default: 100, doc: 'Most entries in one answer.' }),
      before: int({ min: 1, doc: 'The `next` of the answer before.' }),
    },
    returns: obj({ entries: list(AuditEntry), next: opt(int()) }),
  }),
  listApis: get('/apis', 'Every API, its listings and its providers', { returns: obj({ apis: list(ApiState) }) }),
  importFile: post('/imports/{slug}', 'Imports a public file into an embedded provider and tells how far it is', {
    params: {
      slug: str({ doc: 'Slug of the API, or of one of its listings.' }),
      file: req.str({
        max: 255,
        doc: 'Name of the file, for importers that tell formats by it.',
        example: 'rates.csv',
      }),
      account: str({ doc: 'Account whose data it becomes; may be left out while there is only one.' }),
    },
    body: streamBody(),
    returns: events(ImportEvent),
    limits: { bodyBytes: importBytes, idleMs: hoursMs, totalMs: 6 * hoursMs },
  }),
  vaultRotation: get('/vault/rotation', 'How far the rotation of the master key is', { returns: Rotation }),
  rotateVault: post('/vault/rotation', 'Rotates the master key while calls go on, and tells how far it is', {
    returns: events(RotationEvent),
    limits: { idleMs: hoursMs, totalMs: 6 * hoursMs },
  }),
  status: get('/status', 'State of this process and of what it stands on', { returns: Status }),
}

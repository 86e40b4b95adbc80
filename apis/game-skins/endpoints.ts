// The nine endpoints, in the order of the provider's documentation. The provider identifies applications, so each takes
// a User-Agent (SOURCES 1.3).
import { anyBody, anyOf, body, bool, get, int, post, req, str } from '#define'
import { CheckedPlayer, Delay, MadeSkin, Skin, SkinPage } from './schemas.ts'

const params = {
  'User-Agent': req.str({ in: 'header', doc: 'Name and version of your application.', example: 'ExampleApp/1.0' }),
}

const options = {
  variant: str({ doc: 'classic or slim; anything else is detected from the image.', example: 'classic' }),
  model: str({ doc: 'Old name of variant: steve or slim.', deprecated: true }),
  name: str({ doc: 'Name of the skin, up to 20 characters.' }),
  visibility: anyOf([int(), str()], { doc: '0 public (default), 1 private.' }),
  checkOnly: anyOf([bool(), int(), str()], { doc: 'Only check whether the skin already exists.' }),
}

/** Generating a skin waits for a free account of the provider. */
const limits = { firstByteMs: 120_000 }

/** 32 hex digits, or the same with dashes. */
const uuidForm = '[0-9a-fA-F]{32}|[0-9a-fA-F-]{36}'

export const endpoints = {
  generateFromUpload: post('/generate/upload', 'Generate a skin from an uploaded PNG', {
    params,
    // Not parsed: the provider's own client sends multipart under the content type of a form, without a boundary.
    body: anyBody({ as: ['multipart', 'form', 'binary', 'json'], required: true }),
    returns: MadeSkin,
    limits,
    doc: 'Multipart field file: a PNG of 64x64 or 64x32 pixels, 100 to 20,000 bytes. Further fields: variant, name, visibility, checkOnly.',
  }),
  generateFromUrl: post('/generate/url', 'Generate a skin from the address of a PNG', {
    params,
    body: body({ url: req.str({ doc: 'Address of the PNG, or of an existing skin.' }), ...options }, formToo()),
    returns: MadeSkin,
    limits,
  }),
  generateFromUser: post('/generate/user', 'Copy the skin of a player', {
    params,
    body: body({ uuid: req.str({ doc: 'Id of the player, with or without dashes.' }), ...options }, formToo()),
    returns: MadeSkin,
    limits,
  }),
  delay: get('/get/delay', 'When the next skin may be generated', { params, returns: Delay }),
  skinById: get('/get/id/{id}', 'A skin by its old numeric id', {
    params: { id: int({ also: `^(${uuidForm})$`, doc: 'Numeric id; a uuid is redirected.' }), ...params },
    returns: Skin,
    deprecated: 'Use skinByUuid.',
  }),
  listSkins: get('/get/list/{page}', 'Public skins, newest first', {
    params: {
      page: int({
        also: `^(start|${uuidForm})$`,
        doc: 'start, or the uuid of the last skin of the previous page; page numbers from 1 are deprecated.',
        example: 1,
      }),
      ...params,
      size: int({ beyond: true, doc: 'Skins per page: up to 64 by page number (default 16), up to 512 by uuid.' }),
      filter: str({ beyond: true, doc: 'Text in the names, up to 32 characters.' }),
    },
    returns: SkinPage,
  }),
  skinByUuid: get('/get/uuid/{uuid}', 'A skin by its uuid', {
    params: { uuid: str({ doc: 'With or without dashes.' }), ...params },
    returns: Skin,
  }),
  validateName: get('/validate/name/{name}', 'Whether a player with a name exists', {
    params: { name: str({ doc: '1 to 16 characters.' }), ...params },
    returns: CheckedPlayer,
    doc: 'An unknown player is a 404 with the same members, and valid is false.',
  }),
  validateUuid: get('/validate/uuid/{uuid}', 'Whether a player with an id exists', {
    params: { uuid: str({ doc: 'With or without dashes.' }), ...params },
    returns: CheckedPlayer,
    doc: 'An unknown player is a 404 with the same members, and valid is false.',
  }),
}

function formToo() {
  return { as: ['json', 'form'] } as const
}

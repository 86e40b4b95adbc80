// The nine endpoints, in the order of the provider's documentation. The provider identifies applications, so each takes
// a User-Agent (SOURCES 1.3).
import { anyBody, anyOf, body, bool, bytes, get, int, oneOf, post, req, str } from '#define'
import { CheckedPlayer, Delay, MadeSkin, PublicKeys, Skin, SkinPage } from './schemas.ts'

const params = {
  'User-Agent': req.str({ in: 'header', doc: 'Name and version of your application.', example: 'ExampleApp/1.0' }),
}

const options = {
  variant: str({ doc: 'classic or slim; anything else is detected from the image.', example: 'classic' }),
  model: str({ doc: 'Old name of variant: steve or slim.', deprecated: true }),
  name: str({ doc: 'Name of the skin, up to 20 characters; a longer one is cut at 24.' }),
  visibility: anyOf([int(), str()], { doc: '0 public (default), 1 private.' }),
  checkOnly: anyOf([bool(), int(), str()], { doc: 'Only check whether the skin already exists.' }),
}

/** Generating a skin waits for a free account of the provider. */
const limits = { firstByteMs: 120_000 }

/** A UUID of 32 hex digits, with or without dashes. */
const uuidForm = '[0-9a-fA-F]{32}|[0-9a-fA-F-]{36}'

export const endpoints = {
  generateFromUpload: post('/generate/upload', 'Generate a skin from an uploaded PNG', {
    params,
    // not parsed: the provider's own client sends multipart under the content type of a form, without a boundary
    body: anyBody({ as: ['multipart', 'form', 'binary', 'json'], required: true }),
    returns: MadeSkin,
    limits,
    invalid: 'provider',
    doc: 'Multipart field file: a PNG of 64x64 or 64x32 pixels, 100 to 20,000 bytes. Further fields: variant, name, visibility, checkOnly.',
  }),
  generateFromUrl: post('/generate/url', 'Generate a skin from the address of a PNG', {
    params,
    body: body({ url: req.str({ doc: 'Address of the PNG, or of an existing skin.' }), ...options }, formToo()),
    returns: MadeSkin,
    limits,
    invalid: 'provider',
  }),
  generateFromUser: post('/generate/user', 'Copy the skin of a player', {
    params,
    body: body({ uuid: req.str({ doc: 'Id of the player, with or without dashes.' }), ...options }, formToo()),
    returns: MadeSkin,
    limits,
    invalid: 'provider',
  }),
  delay: get('/get/delay', 'When the next skin may be generated', { params, returns: Delay, invalid: 'provider' }),
  skinById: get('/get/id/{id}', 'A skin by its old numeric id', {
    params: { id: int({ also: `^(${uuidForm})$`, doc: 'Numeric id; a uuid is redirected.' }), ...params },
    returns: Skin,
    invalid: 'provider',
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
    invalid: 'provider',
  }),
  skinByUuid: get('/get/uuid/{uuid}', 'A skin by its uuid', {
    params: { uuid: str({ doc: 'With or without dashes.' }), ...params },
    returns: Skin,
    invalid: 'provider',
  }),
  validateName: get('/validate/name/{name}', 'Whether a player with a name exists', {
    params: { name: str({ doc: '1 to 16 characters.' }), ...params },
    returns: CheckedPlayer,
    invalid: 'provider',
    doc: 'An unknown player is a 404 with the same members, and valid is false.',
  }),
  validateUuid: get('/validate/uuid/{uuid}', 'Whether a player with an id exists', {
    params: { uuid: str({ doc: 'With or without dashes.' }), ...params },
    returns: CheckedPlayer,
    invalid: 'provider',
    doc: 'An unknown player is a 404 with the same members, and valid is false.',
  }),
  renderSkin: get('/render/{id}/{type}', 'Picture of a figure that wears a skin', {
    params: {
      id: str({ doc: 'Uuid or numeric id of the skin.', example: '0f6c1d2e3b4a4c5d8e6f708192a3b4c1' }),
      type: oneOf(['head', 'skin'], { doc: 'The head alone, or the whole body.', example: 'head' }),
      size: int({ doc: 'Longer side in pixels, 16 to 300 (default 256); embedded only.' }),
    },
    beyond: true,
    invalid: 'provider',
    returns: bytes('image/png'),
  }),
  texture: get('/texture/{hash}', 'The PNG of a skin', {
    params: { hash: str({ doc: '64 hex digits, from the url of a skin.' }) },
    beyond: true,
    public: true,
    returns: bytes('image/png'),
    doc: 'The target of `url` at the embedded provider. The live provider uses addresses of its own.',
  }),
  publicKeys: get('/publickeys', 'The keys that signatures are verified with', {
    beyond: true,
    public: true,
    returns: PublicKeys,
    doc: 'Of the embedded provider, in the form in which the game publishes its own. Game clients accept no other key than that by themselves.',
  }),
}

function formToo() {
  return { as: ['json', 'form'] } as const
}

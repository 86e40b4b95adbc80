// The three endpoints, in the order of the provider's documentation. The provider itself checks that exactly one source
// is sent, with its own errors (SOURCES 2.1).
import { anyOf, body, bool, bytes, file, get, int, num, obj, post, str } from '#define'

/** Limit of a body: an image of 22 MB as base64 in JSON, with room for the other fields. */
const imageBytes = 32 * 1024 * 1024

/** A boolean, or the string `true` or `false`, in JSON too. */
const truth = (doc: string) => anyOf([bool(), str()], { doc })

const source = {
  image_file: file({ doc: 'Image as a file, multipart only. Give exactly one source.' }),
  image_file_b64: str({ doc: 'Image as base64, with or without a data: prefix. Give exactly one source.' }),
  image_url: str({ doc: 'Address of the image. Give exactly one source.' }),
}

const result = {
  size: str({
    doc: 'Largest result: preview (0.25 MP, default; also small, regular), medium (1.5 MP), hd (4 MP), full (25 MP, PNG 10 MP; also 4k), 50MP, or auto: the largest that the credits allow.',
    example: 'preview',
  }),
  type: str({ doc: 'Subject: auto (default), person, product, car; newer: animal, graphic, transportation.' }),
  type_level: anyOf([int(), str()], {
    doc: 'Detail of the header X-Type: none (no header), 1 (default), 2 or latest.',
  }),
  format: str({
    doc: 'auto (default: PNG with transparency, else JPG), png, jpg, zip (colour and mask as separate files), webp.',
  }),
  channels: str({ doc: 'rgba (default), or alpha for the mask alone.' }),
}

const framing = {
  roi: str({
    doc: 'Region that contains the subject: x1 y1 x2 y2, each with px or %.',
    example: '0% 0% 100% 100%',
  }),
  crop: truth('Crop off empty borders; default false.'),
  crop_margin: str({ doc: 'Margin kept around a cropped subject: 1, 2 or 4 values with px or %.', example: '10%' }),
  scale: str({
    doc: 'Size of the subject relative to the picture: 10% to 100%, or original (default). Also centres it.',
  }),
  position: str({ doc: 'Position of the subject: original, center, or one or two values in %.' }),
}

const backdrop = {
  add_shadow: truth('Add a shadow; cars only. Default false.'),
  semitransparency: truth('Keep half-transparent parts; car windows only. Default true.'),
  bg_color: str({
    doc: 'Colour behind the subject: 3, 4, 6 or 8 hex digits without #, or a colour name.',
    example: '81d4fa',
  }),
  bg_image_url: str({ doc: 'Address of a picture to put behind the subject. At most one bg_ field.' }),
  bg_image_file: file({ doc: 'Picture to put behind the subject, multipart only. At most one bg_ field.' }),
}

const onPicture = {
  effect: 'spend',
  body: body({ ...source, ...result, ...framing, ...backdrop }, { as: ['json', 'form', 'multipart'] }),
  returns: bytes('image/png'),
  limits: { bodyBytes: imageBytes, firstByteMs: 120_000 },
} as const
const answers =
  'Returns the image itself (PNG, JPG, WebP or ZIP by format). With Accept: application/json it returns {"data":{"result_b64","foreground_top","foreground_left","foreground_width","foreground_height"}}.'

export const endpoints = {
  account: get('/account', 'Remaining credits and free calls', {
    returns: obj({
      data: obj({
        attributes: obj({
          credits: obj({
            total: num({ doc: 'Sum of the other three.' }),
            subscription: num(),
            payg: num(),
            enterprise: num(),
          }),
          api: obj({ free_calls: int(), sizes: str({ doc: 'Always all.', deprecated: true }) }),
        }),
      }),
    }),
    doc: 'The numbers can be a few seconds old; each result states its cost in X-Credits-Charged.',
  }),
  improve: post('/improve', 'Submit an image that was cut out badly, to improve future results', {
    params: {
      'X-API-Key': str({
        in: 'header',
        credential: true,
        secret: true,
        beyond: true,
        doc: 'Key of the provider; only needed when none is stored.',
      }),
      Authorization: str({
        in: 'header',
        credential: true,
        secret: true,
        beyond: true,
        doc: 'OAuth access token of the provider in place of a key; only needed when no key is stored.',
      }),
    },
    body: body(
      {
        ...source,
        image_filename: str({ doc: 'Name of the image; derived from the data by default.' }),
        tag: str({ doc: 'Images with the same tag belong together.' }),
      },
      { as: ['json', 'form', 'multipart'] },
    ),
    returns: obj({ id: str({ doc: 'Id of the submission.' }) }),
    limits: { bodyBytes: imageBytes },
    doc: 'Files up to 12 MB, 100 a day. Submissions take weeks to have an effect, if any.',
  }),
  removeBackground: post('/bg-removal', 'Remove the background of an image', {
    ...onPicture,
    upstream: { path: '/removebg' },
    doc: `${answers} Headers: X-Width, X-Height, X-Type, X-Credits-Charged and X-Foreground-….`,
  }),
  removebg: post('/removebg', "Remove the background of an image, under the provider's path", {
    alias: 'removeBackground',
    ...onPicture,
    beyond: true,
    doc: "For the provider's own clients, which know no other path.",
  }),
}

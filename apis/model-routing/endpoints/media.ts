// Pictures and videos. The specification has no endpoint that starts a video, so the one of routers of this kind is
// here too.
import {
  anyBody,
  anyObject,
  anyOf,
  anything,
  body,
  bool,
  bytes,
  del,
  get,
  int,
  list,
  nullable,
  obj,
  oneOf,
  opt,
  post,
  req,
  str,
} from '#define'
import { maybeBool, maybeInt, maybeText, quick } from '../schemas/fields.ts'
import { Deleted } from '../schemas/files.ts'

export const createImageVariation = post('/v1/images/variations', 'Variations of a picture', {
  effect: 'spend',
  body: anyBody(),
  returns: anyObject(),
  unimplemented: 'Routers answer 501 with the error code api_not_implemented.',
})

export const createImage = post('/v1/images/generations', 'Pictures made from a description', {
  effect: 'spend',
  beyond: true,
  body: body({
    model: maybeText('Name of the model.'),
    prompt: req.str({ doc: 'What the pictures show.', example: 'A harbour at low tide' }),
    n: maybeInt('Number of pictures.'),
    size: maybeText('auto (default), or width and height such as 1024x1024.'),
    quality: maybeText('Such as low, medium and high.'),
    style: maybeText('vivid or natural.'),
    background: maybeText('transparent, opaque or auto.'),
    output_format: maybeText('png, jpeg or webp.'),
    response_format: maybeText('url or b64_json.'),
    stream: maybeBool('Streams partial pictures as server-sent events.'),
    user: maybeText('Identifies the end user to the upstream.'),
  }),
  invalid: 'provider',
  returns: obj({
    created: int({ doc: 'Unix seconds.' }),
    data: list(
      obj({ url: opt(nullable(str())), b64_json: opt(nullable(str())), revised_prompt: opt(nullable(str())) }),
    ),
    usage: opt(nullable(anyObject())),
  }),
  doc: 'The gateway’s own model draws shapes in the colours that the prompt names, marked as a sample.',
})

const seconds = int({ doc: 'Unix seconds.' })

/** A task in one of two forms: as the router stores it, or short with `url` and `format`. */
const VideoTask = obj({
  task_id: str(),
  status: str({
    doc: 'NOT_START, SUBMITTED, QUEUED, IN_PROGRESS, SUCCESS, FAILURE or UNKNOWN; short: queued, processing, succeeded or failed.',
  }),
  url: opt(nullable(str())),
  format: opt(nullable(str())),
  metadata: opt(nullable(anyObject())),
  error: opt(nullable(anyObject())),
  id: opt(anyOf([int(), str()])),
  created_at: opt(seconds),
  updated_at: opt(seconds),
  platform: opt(anyOf([str(), int()])),
  user_id: opt(int()),
  group: opt(str()),
  channel_id: opt(int()),
  quota: opt(int()),
  action: opt(str()),
  fail_reason: opt(nullable(str())),
  result_url: opt(nullable(str())),
  submit_time: opt(seconds),
  start_time: opt(seconds),
  finish_time: opt(seconds),
  progress: opt(str({ doc: 'Percentage as a string.' })),
  properties: opt(anything()),
  data: opt(anything({ doc: 'The answer of the model provider.' })),
})

/** A video, whatever its state. */
const Video = obj({
  id: str(),
  object: oneOf(['video']),
  model: str(),
  status: str({ doc: 'queued, in_progress, completed or failed.' }),
  progress: int({ doc: 'Percent.' }),
  created_at: seconds,
  completed_at: opt(nullable(seconds)),
  expires_at: opt(nullable(seconds)),
  prompt: opt(nullable(str())),
  size: opt(str({ doc: 'Width and height, such as 1280x720.' })),
  seconds: opt(str()),
  remixed_from_video_id: opt(nullable(str())),
  error: opt(nullable(obj({ code: str(), message: str() }))),
  task_id: opt(str()),
  metadata: opt(nullable(anyObject())),
})

export const video = {
  createVideo: post('/v1/videos', 'New video from a text', {
    effect: 'spend',
    body: body(
      {
        prompt: req.str({
          doc: 'Description of the video, at most 32000 characters.',
          example: 'Gulls over a harbour.',
        }),
        model: str({ doc: 'Name of the model; sora-2 by default.' }),
        seconds: str({ doc: '4 (default), 8 or 12.' }),
        size: str({ doc: '720x1280 (default), 1280x720, 1024x1792 or 1792x1024.' }),
      },
      { as: ['json', 'multipart'] },
    ),
    returns: Video,
    beyond: true,
  }),
  listVideos: get('/v1/videos', 'Videos of the account', {
    params: {
      limit: int({ doc: '1 to 100; 20 by default.' }),
      order: str({ doc: 'By time of creation: asc or desc (default).', example: 'desc' }),
      after: str({ doc: 'Id of the last video of the previous page.' }),
    },
    returns: obj({
      object: str(),
      data: list(Video),
      first_id: opt(nullable(str())),
      last_id: opt(nullable(str())),
      has_more: opt(bool()),
    }),
    beyond: true,
    limits: quick,
  }),
  getVideoContent: get('/v1/videos/{video_id}/content', 'A video as a file', {
    params: { variant: str({ doc: 'video (default), thumbnail or spritesheet.' }) },
    returns: bytes('video/mp4'),
    beyond: true,
    liveOnly: 'no video is made here, so there is none to read.',
  }),
  deleteVideo: del('/v1/videos/{video_id}', 'Removal of a video', {
    returns: Deleted,
    beyond: true,
    limits: quick,
  }),
  getVideo: get('/v1/videos/{video_id}', 'State of a video', { returns: Video, beyond: true, limits: quick }),
  getVideoTask: get('/v1/video/generations/{task_id}', 'State of a video task', {
    returns: anyOf([obj({ code: str(), message: str(), data: VideoTask }), VideoTask]),
    limits: quick,
    doc: 'Routers wrap the task in data, with code success; others return the task alone.',
  }),
  remixVideo: post('/v1/videos/{video_id}/remix', 'New video from an earlier one', {
    effect: 'spend',
    body: body(
      { prompt: req.str({ doc: 'What to change, at most 32000 characters.', example: 'Make it snow.' }) },
      { as: ['json', 'multipart'] },
    ),
    returns: Video,
    doc: 'Model, length and size are those of the earlier video.',
  }),
}

// Pictures and videos.

const video = {
  id: 'video_9Ck2',
  object: 'video',
  model: 'sora-2',
  status: 'queued',
  progress: 0,
  created_at: 1_714_640_400,
  completed_at: null,
  expires_at: null,
  prompt: 'Gulls over a harbour.',
  size: '1280x720',
  seconds: '8',
  remixed_from_video_id: null,
  error: null,
}

export const videoExamples = {
  createImage: {
    body: { model: 'gpt-image-1', prompt: 'A harbour at low tide' },
    output: { created: 1_714_640_400, data: [{ b64_json: 'iVBORw0KGgo=' }] },
  },
  createVideo: {
    body: { prompt: video.prompt, model: video.model, seconds: video.seconds, size: video.size },
    output: video,
  },
  listVideos: {
    params: { limit: 2 },
    output: { object: 'list', data: [video], first_id: video.id, last_id: video.id, has_more: false },
  },
  getVideoContent: { params: { video_id: video.id }, output: { base64: 'AAAAIGZ0eXBpc29t' } },
  deleteVideo: { params: { video_id: video.id }, output: { id: video.id, object: 'video.deleted', deleted: true } },
  getVideo: { params: { video_id: video.id }, output: { ...video, status: 'in_progress', progress: 40 } },
  createImageVariation: {
    body: { model: 'dall-e-2', n: 1, size: '256x256' },
    output: {
      error: {
        message: 'API not implemented',
        type: 'new_api_error',
        param: '',
        code: 'api_not_implemented',
      },
    },
  },
  getVideoTask: {
    params: { task_id: 'task_4Yp0' },
    output: {
      code: 'success',
      message: '',
      data: {
        task_id: 'task_4Yp0',
        status: 'succeeded',
        url: 'https://media.example.com/task_4Yp0.mp4',
        format: 'mp4',
        metadata: { seconds: '8' },
        error: null,
        progress: '100%',
      },
    },
  },
  remixVideo: {
    params: { video_id: 'video_9Ck3' },
    body: { prompt: 'Make it snow.' },
    output: {
      id: 'video_9Ck4',
      object: 'video',
      model: 'sora-2',
      status: 'queued',
      progress: 0,
      created_at: 1_714_640_400,
      completed_at: null,
      expires_at: null,
      prompt: 'Make it snow.',
      size: '1280x720',
      seconds: '8',
      remixed_from_video_id: 'video_9Ck3',
      error: null,
    },
  },
}

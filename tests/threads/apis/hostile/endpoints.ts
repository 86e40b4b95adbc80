// Endpoints that do everything a provider on its own thread may do wrong, and what it must be able to do.
import { anyBody, anything, body, bytes, events, file, get, int, list, post, req, str, streamBody } from '#define'

const Anything = anything()
export const endpoints = {
  echo: post('/echo', 'Returns its body', { body: body({ value: req.str() }), returns: Anything }),
  bytes: post('/bytes', 'Returns its bytes', {
    body: anyBody(),
    returns: bytes(),
    limits: { bodyBytes: 4_000_000 },
  }),
  long: get('/long', 'Returns more than a megabyte', { returns: Anything }),
  upload: post('/upload', 'Counts its bytes', { body: streamBody(), returns: Anything }),
  files: post('/files', 'Counts the bytes of its files', {
    body: body({ files: list(file()), one: file(), name: str() }, { as: ['multipart', 'json'] }),
    invalid: 'provider',
    returns: Anything,
  }),
  hashes: post('/hashes', 'Hashes its files', {
    body: body({ files: list(file()), one: file() }, { as: ['multipart'] }),
    returns: Anything,
    limits: { bodyBytes: 4_000_000 },
  }),
  call: get('/call', 'What the handler knows of the call', { params: { name: str() }, returns: Anything }),
  refuse: get('/refuse', 'Refuses', { returns: Anything }),
  fail: get('/fail', 'Fails with a registered code', { returns: Anything }),
  bug: get('/bug', 'Throws what nobody expects', { returns: Anything }),
  loop: get('/loop', 'Never ends', { params: { after: int({ default: 0 }) }, returns: Anything }),
  grow: get('/grow', 'Fills the memory', { returns: Anything }),
  throwLater: get('/throw-later', 'Throws when nobody waits', { returns: Anything }),
  wait: get('/wait', 'Answers when it is aborted', { returns: Anything }),
  frames: get('/frames', 'Events', { params: { count: int({ default: 3 }) }, returns: events(Anything) }),
  work: get('/work', 'Works on after its answer', { params: { ms: int({ default: 1000 }) }, returns: Anything }),
  seen: get('/seen', 'What the handlers have noticed', { returns: Anything }),
  ask: get('/ask', 'Asks another provider', { params: { slug: req.str(), id: req.str() }, returns: Anything }),
  kit: get('/kit', 'What the kit offers', { params: { url: str() }, returns: Anything }),
}

// Background removal: cuts out the subject of an image and reports the credits for it. One API under two listings.
import { defineApi, hosted, ownKey } from '#define'
import { asks, words } from './asks.ts'
import { endpoints } from './endpoints.ts'
import { failureMembers } from './failures.ts'

export default defineApi({
  slug: 'background-removal',
  title: 'Background removal',
  summary: 'Removes the background of images and reports the remaining credits.',
  listings: [
    { slug: 'background-removal', title: 'Background removal' },
    { slug: 'background-removal-2', title: 'Background removal (second listing)' },
  ],
  surface: hosted,
  // the provider also accepts an OAuth access token in Authorization, which must not travel beside an injected key
  auth: ownKey.header('x-api-key', '', { also: ['authorization'] }),
  upstream: 'https://api.remove.bg/v1.0',
  errors: { code: '/errors/0/code', message: '/errors/0/title' },
  failure: failureMembers,
  verify: 'account',
  sample: null,
  endpoints,
  asks,
  words,
})

// An API for the tests of threads.
import { anything, defineApi, hosted, keyless, str } from '#define'
import { socket } from '#define/sockets'
import { endpoints } from './endpoints.ts'

export default defineApi({
  ...{ slug: 'hostile', title: 'Hostile', summary: 'For tests.', surface: hosted, auth: keyless, upstream: null },
  endpoints,
  sockets: {
    talk: socket('/talk', 'Says everything back', {
      sends: anything(),
      receives: anything(),
      params: { how: str() },
    }),
  },
})

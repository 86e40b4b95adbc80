// An API whose provider runs beside the gateway and gives what takes long to a task on a thread.
import { anything, body, defineApi, file, hosted, keyless, list, post } from '#define'

export default defineApi({
  ...{ slug: 'tasked', title: 'Tasked', summary: 'For tests.', surface: hosted, auth: keyless, upstream: null },
  endpoints: {
    files: post('/files', 'Hashes its files', {
      body: body({ files: list(file()), one: file() }, { as: ['multipart'] }),
      returns: anything(),
      limits: { bodyBytes: 4_000_000 },
    }),
  },
})

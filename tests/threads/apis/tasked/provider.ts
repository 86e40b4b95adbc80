// The provider of the tasked API: its task gets the whole input of the handler, files included.
import { defineProvider } from '#define'
import { hashesOf } from '../../file-hashes.ts'
import api from './api.ts'

interface Sent {
  readonly input: { readonly body: Parameters<typeof hashesOf>[0] }
}

export default defineProvider(api, {
  tasks: async () => ({ hash: async ({ input }: Sent) => hashesOf(input.body) }),
  open: (_kit, tasks) => ({ handlers: { files: async (input, call) => tasks.hash({ input }, call) } }),
})

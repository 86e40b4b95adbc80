// The embedded provider: a simulated league of five finished seasons and the current one.
import { defineProvider } from '#define'
import api from './api.ts'

export default defineProvider(api, {
  runs: 'worker',
  open: async (kit) => (await import('./provider/open.ts')).openCollegeFootball(kit),
})

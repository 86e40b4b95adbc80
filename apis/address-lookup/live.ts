// Corrects paths for the live provider. Clients generated from its older document send a dollar sign in the path of a
// place, which the provider does not know (SOURCES 3.1).
import { defineLive } from '#define/live'
import api from './api.ts'

export default defineLive(api, {
  resolvePlace: {
    request(request) {
      request.path = request.path.replace(/\/places\/(?:\$|%24)/i, '/places/')
    },
  },
})

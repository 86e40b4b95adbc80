// The specification writes the path of a place with a dollar sign before the brace; clients made from it send the sign, which
// the provider does not know.
import { defineLive } from '#define'
import api from './api.ts'

export default defineLive(api, {
  resolvePlace: {
    request(request) {
      request.path = request.path.replace(/\/places\/(?:\$|%24)/i, '/places/')
    },
  },
})

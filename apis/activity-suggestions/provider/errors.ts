// The provider's own errors. Those of the older provider are bodies with status 200 (activities/older-api.ts).
import { refuse } from '#define'
import { sampleHeaders } from '#provider'

/** Returns 404 for an unknown key (SOURCES 2.6). */
export function activityNotFound(isSample: boolean): Error {
  return refuse(404, { error: 'Activity not found' }, sampleHeaders(isSample))
}

/** Returns 404 for filters without matches (SOURCES 2.5). */
export function noActivities(isSample: boolean): Error {
  return refuse(404, { error: 'No activities found with the specified parameters' }, sampleHeaders(isSample))
}

// Error members that clients of the provider read: `message`, in the second version also `status` (SOURCES 4). The
// gateway adds them to its own errors.
import type { FailureInfo, FailureMembers } from '#define'

export const failureMembers = ({ status, message, path }: FailureInfo): FailureMembers =>
  path.startsWith('/v2/') ? { status, message } : { message }

// Error members that clients of the provider read (SOURCES 1.5, 4.1). The gateway adds them to its own errors.
import type { FailureInfo, FailureMembers } from '#define'

/** The provider has a code for a wrong key; for other errors its clients show the gateway's code. */
export const failureMembers = ({ status, code, message }: FailureInfo): FailureMembers => ({
  fraudlabspro_error_code: status === 401 ? '10001' : code,
  fraudlabspro_message: message,
})

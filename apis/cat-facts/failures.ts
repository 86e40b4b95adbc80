// Members that clients of the provider read in an error of the gateway: `message`, and the status as `code`.
import type { FailureInfo, FailureMembers } from '#define'

export const failureMembers = ({ status, message }: FailureInfo): FailureMembers => ({ message, code: status })

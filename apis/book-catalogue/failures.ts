// Members that clients of the provider read in an error of the gateway: its framework's `detail`, which is a text
// unless values are wrong (SOURCES 1.5).
import type { FailureInfo, FailureMembers } from '#define'

export const failureMembers = ({ message }: FailureInfo): FailureMembers => ({ detail: message })

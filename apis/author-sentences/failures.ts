// Members that clients of the provider read in an error of the gateway: its framework's `message` (SOURCES 3.1).
import type { FailureInfo, FailureMembers } from '#define'

export const failureMembers = ({ message }: FailureInfo): FailureMembers => ({ message })

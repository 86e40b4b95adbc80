// Error members that clients of the provider read besides the string in `error`, where the gateway has its own pair:
// the sentence of the provider's OAuth errors (SOURCES 1.4).
import type { FailureInfo, FailureMembers } from '#define'

export const failureMembers = ({ message }: FailureInfo): FailureMembers => ({ error_description: message })

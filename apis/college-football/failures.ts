// Error members that clients of the provider's second version read (SOURCES 1.5). The first version has a string in
// `error`, where the gateway has its own pair.
import type { FailureInfo, FailureMembers } from '#define'

export const failureMembers = ({ message }: FailureInfo): FailureMembers => ({ message })

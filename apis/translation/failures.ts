// Fields that the provider's clients expect in an error of the gateway (SOURCES 1.4).
import type { FailureInfo, FailureMembers } from '#define'

export const failureMembers = ({ message }: FailureInfo): FailureMembers => ({ message })

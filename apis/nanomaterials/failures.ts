// Members that clients of the provider read in an error of the gateway: `error.msg`, as Solr writes it (SOURCES 5.4).
import type { FailureInfo, FailureMembers } from '#define'

/** Adds the members. Solr's clients read the header first, which is a placeholder: the gateway has not searched. */
export const failureMembers = ({ status, message, path }: FailureInfo): FailureMembers => ({
  ...(path.startsWith('/select') ? { responseHeader: { status, QTime: 0 } } : {}),
  error: { msg: message },
})

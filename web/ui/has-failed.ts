interface Read {
  isError: boolean
  isPending: boolean
  errorUpdateCount: number
}

/**
 * Whether the last attempt to read failed. A query that has nothing to show is pending anew while it is asked again; what
 * tells of the failure stays until that attempt succeeds, and does not come and go with each.
 */
export function hasFailed({ isError, isPending, errorUpdateCount }: Read): boolean {
  return isError || (isPending && errorUpdateCount > 0)
}

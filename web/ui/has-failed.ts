interface Read {
  isError: boolean
  isPending: boolean
  errorUpdateCount: number
}

/**
 * True if the last attempt to read failed. A query without data is pending again during a retry. The failure stays on
 * the screen until a retry succeeds, so that it does not flicker.
 */
export function hasFailed({ isError, isPending, errorUpdateCount }: Read): boolean {
  return isError || (isPending && errorUpdateCount > 0)
}

/**
 * Describes an error for the log, without the values that a database error repeats: its detail, hint and context may hold a whole row,
 * with names and addresses.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  const cause = error.cause === undefined ? undefined : describeError(error.cause)
  return { type: error.name, message: error.message, code, constraint, table, stack: error.stack, cause }
}

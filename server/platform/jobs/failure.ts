import type { FailureReason } from '../../../contract/endpoints/jobs.ts'
import { Unchecked } from '../chain/unchecked.ts'

export interface Failure {
  reason: FailureReason
  /** The words of the program for an administrator, without anything personal. */
  problem: string
}

const problemMax = 160
const reasons: readonly [FailureReason, RegExp][] = [
  ['login', /^EAUTH$|^ENOAUTH$|^EOAUTH2$/],
  ['refused', /^EENVELOPE$|^EMESSAGE$|^EPROTOCOL$/],
  ['disk', /^(ENOSPC|EDQUOT|EROFS|EACCES|EPERM|EIO|ENOENT|ENOTDIR|EMFILE|53100|58030)$/],
  // A connection of the database breaks with a class of PostgreSQL, and 57014 or 55P03 is a statement that took too long. 25006 comes
  // from a server that is still a replica.
  ['database', /^(08|53|57)...$|^55P03$|^40(001|P01)$|^25006$/],
  [
    'network',
    /^E(CONN\w*|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|SOCKET|DNS|TLS)$|^UND_ERR|^files_unavailable$/,
  ],
]

/** Describes an error for people who cannot read the log: its kind, and its words without addresses, names and numbers. */
export function describeFailure(error: unknown): Failure {
  return { reason: reasonOf(error), problem: problemOf(error) }
}

function reasonOf(error: unknown): FailureReason {
  if (error instanceof Unchecked) return 'network'
  const code = codeOf(error)
  const known = code === undefined ? undefined : reasons.find(([, pattern]) => pattern.test(code))
  if (known) return known[0]
  if (error instanceof Error && /^(Connection terminated|timeout exceeded|no connection)/.test(error.message))
    return 'database'
  return error instanceof Error && error.name === 'TimeoutError' ? 'network' : 'fault'
}

/** Finds the code of an error, or of what has caused it. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

/** Quoted values, addresses and long numbers may belong to a person. The log of the server has them. */
function problemOf(error: unknown): string {
  const words = error instanceof Error ? error.message : 'unknown'
  const code = codeOf(error)
  const plain = words
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replaceAll(/\S*@\S*/g, '…')
    .replaceAll(/\S*[/\\]\S*/g, '…')
    .replaceAll(/[\w:.-]*\d[\w:.-]{4,}/g, '…')
    .trim()
  const text = code !== undefined && !plain.includes(code) ? `${code}: ${plain}` : plain
  return text.length > problemMax ? `${text.slice(0, problemMax - 1)}…` : text
}

import { canonicalIpAddress } from '../../../../contract/ip-address.ts'
import { dayOf, idOf, createSearchReader, textOf, type SearchReaders } from '../../../lib/search.ts'
import type { AuditFilter } from './audit-queries.ts'

/** The action is any text here. The page compares it with the actions of the log, which it alone loads. */
export type AuditSearch = { [K in keyof Omit<AuditFilter, 'limit'>]?: string | undefined } & {
  /** The entry on the screen. */
  event?: string | undefined
}

const readers: SearchReaders<AuditSearch> = {
  action: textOf,
  actor_id: idOf,
  subject_id: idOf,
  ip_address: (value) => canonicalIpAddress(textOf(value) ?? '') ?? undefined,
  from: dayOf,
  to: dayOf,
  cursor: textOf,
  event: idOf,
}
const read = createSearchReader(readers)

/** Reads the search of the log. An address replaces people, because the server refuses both together. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const found = read(search)
  return found.ip_address === undefined ? found : { ...found, actor_id: undefined, subject_id: undefined }
}

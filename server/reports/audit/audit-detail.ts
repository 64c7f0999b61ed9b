import type { AuditEvent } from '../../../contract/audit.ts'

type AuditDetail = Pick<AuditEvent, 'changes' | 'facts'>

/** Reads the stored detail of an event: `before` and `after` field by field, and everything else as a fact. */
export function readDetail(detail: unknown): AuditDetail {
  const { before, after, ...rest } = toRecord(detail)
  const [old, now] = [toRecord(before), toRecord(after)]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return {
    changes: fields.map((field) => ({ field, before: toText(old[field]), after: toText(now[field]) })),
    facts: Object.entries(rest).flatMap(([name, value]) => {
      const text = toText(value)
      return text === null ? [] : [{ name, value: text }]
    }),
  }
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((one) => toText(one) ?? '').join(', ')
  return JSON.stringify(value)
}

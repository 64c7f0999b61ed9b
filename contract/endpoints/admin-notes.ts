import type { Endpoint } from '../endpoint.ts'
import { adminOnly, answering, everyDuty } from '../roles.ts'

export const adminNoteMaxLength = 2000

export const listAdminNotes = {
  id: 'list_admin_notes',
  method: 'GET',
  path: '/api/users/:userId/notes',
  access: adminOnly,
  duties: everyDuty,
} as const satisfies Endpoint

export const addAdminNote = {
  id: 'add_admin_note',
  method: 'POST',
  path: '/api/users/:userId/notes',
  access: adminOnly,
  duties: answering,
  isIdempotent: true,
} as const satisfies Endpoint

import * as z from 'zod/mini'
import { id } from './operation.ts'

const colleague = z.object({ id, full_name: z.string() })
export type Colleague = z.infer<typeof colleague>

/** The administrators who have to do with a pending request now. Neither is a right to decide it. */
export const claim = z.object({
  request_id: id,
  /** The administrator to whom it is assigned; null if it has none. */
  assignee: z.nullable(colleague),
  /** Up to three others who look at it now. */
  lookers: z.array(colleague),
})
export type Claim = z.infer<typeof claim>

export const assignee = colleague

import * as z from 'zod/mini'
import * as endpoints from './endpoints/administrators.ts'
import { profileStatuses } from './endpoints/profiles.ts'
import { defineOperation, id, moment, pageOf, pageQuery } from './operation.ts'
import { duties } from './roles.ts'
import { changeDutyBody } from './user-bodies.ts'

const administrator = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  duty: z.enum(duties),
  status: z.enum(profileStatuses),
  two_factor_on: z.boolean(),
  created_at: moment,
})
export type Administrator = z.infer<typeof administrator>

export const listAdministrators = defineOperation(endpoints.listAdministrators, {
  summary: 'Administrators with their duties, the oldest account first.',
  query: z.strictObject({ ...pageQuery }),
  output: pageOf(administrator),
})

export const changeDuty = defineOperation(endpoints.changeDuty, {
  summary:
    'Give another administrator another duty, with a reason. It holds from their next call on; all owners are told by mail.',
  params: z.strictObject({ userId: id }),
  body: changeDutyBody,
  output: z.object({
    ...administrator.shape,
    /** True if the change waits for a second owner. The duty is still the one before. */
    is_proposed: z.optional(z.boolean()),
  }),
  errors: [
    'not_found',
    'duty_of_oneself',
    'last_owner',
    'step_up_required',
    'approval_given_already',
    'proposals_full',
  ],
})

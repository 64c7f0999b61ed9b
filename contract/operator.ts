import * as z from 'zod/mini'
import { defineOperation } from './operation.ts'
import { anyone } from './roles.ts'

export const getOperator = defineOperation({
  id: 'get_operator',
  summary: 'Who runs this site, as its legal pages name them. Null for what has not been entered.',
  method: 'GET',
  path: '/api/operator',
  access: anyone,
  output: z.object({
    name: z.nullable(z.string()),
    /** The postal address in one line. */
    address: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
})
export type Operator = z.infer<typeof getOperator.output>

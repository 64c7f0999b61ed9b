import * as z from 'zod/mini'
import * as endpoints from './endpoints/operator.ts'
import { defineOperation } from './operation.ts'

export const getOperator = defineOperation(endpoints.getOperator, {
  summary: 'The operator of this site, as its legal pages name them; null for missing values.',
  output: z.object({
    name: z.nullable(z.string()),
    /** The postal address in one line. */
    address: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
})
export type Operator = z.infer<typeof getOperator.output>
